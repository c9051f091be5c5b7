// Making elements. Texts of rulesets only ever become text nodes.

const SVG = "http://www.w3.org/2000/svg";

export function h(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(props)) set(node, key, value);
  return add(node, children);
}

export function s(tag, props = {}, ...children) {
  const node = document.createElementNS(SVG, tag);
  for (const [key, value] of Object.entries(props)) set(node, key, value);
  return add(node, children);
}

function set(node, key, value) {
  if (value === undefined || value === null || value === false) return;
  if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
  else if (key === "vars") for (const [name, x] of Object.entries(value)) node.style.setProperty(name, x);
  else node.setAttribute(key, value === true ? "" : value);
}

function add(node, children) {
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false || child === "") continue;
    node.append(child);
  }
  return node;
}

export function $(selector, root = document) {
  return root.querySelector(selector);
}
