"""Settings of the JupyterLab that ``workbench lab`` starts. The server reads them; no room does."""
