"""``python -m workbench.cli``."""

from workbench.cli.app import main

main()
