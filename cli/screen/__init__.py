"""What a terminal or page shows: tables, boards, diagnostics, logs, in each language (`phrases.en.yaml`)."""
