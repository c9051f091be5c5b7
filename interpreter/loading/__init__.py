"""Files → one model: finds and reads them (`source`, `documents`), checks keys (`schema`), merges modules
(`merging`), builds the `Model` (`building`, `model`) and checks the names in it (`references`)."""
