"""The effect language, from text to a program, in rooms (see docs/architecture.md): `syntax`, `core`, `resolve`,
`analysis`, `codegen`, `lints`. `check.check` resolves the rules of a model and analyses them; `codegen` compiles the
result."""
