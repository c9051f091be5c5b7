// Light or dark: as the system says, until somebody says otherwise.

export function applyTheme() {
  const kept = localStorage.getItem("theme");
  if (kept) document.documentElement.dataset.theme = kept;
}

export function switchTheme() {
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  const now = document.documentElement.dataset.theme || (dark ? "dark" : "light");
  const next = now === "dark" ? "light" : "dark";
  document.documentElement.dataset.theme = next;
  localStorage.setItem("theme", next);
}
