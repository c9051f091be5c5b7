"""All that can be told of a ruleset without playing it: in every variant, with its scenarios, beside other modules."""
