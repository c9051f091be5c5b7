"""Which folders become packages; all else stands in pyproject.toml.

Found rather than listed, because a folder of code that a list forgets works in the checkout and is missing for users.
"""

from setuptools import find_packages, setup

ALIAS = {
    "rulewright": "interpreter/api",  # what users import
    "rulewright.rulesets": "rulesets",
    "rulewright.schemas": "schemas",
}

setup(
    packages=[*find_packages(include=["interpreter*", "cli*"], exclude=["interpreter.api"]), *ALIAS],
    package_dir=ALIAS,
)
