"""JupyterLab, offline and quiet: read by the server through ``JUPYTER_CONFIG_PATH``.

Source: ``spec/notebook-ui-recipes.md`` §2 (each line was seen to be needed).
"""

from traitlets.config import get_config

c = get_config()

# Nothing asks the network for anything.
c.LabApp.news_url = None
c.LabApp.check_for_updates_class = "jupyterlab.NeverCheckForUpdate"
c.LabApp.extension_manager = "readonly"
c.ServerApp.jpserver_extensions.update({"jupyter_lsp": False})

# Nobody else on the machine or the network can reach it.
c.ServerApp.ip = "127.0.0.1"
c.ServerApp.allow_remote_access = False
c.ServerApp.quit_button = True
c.ServerApp.answer_yes = True
c.KernelManager.transport = "ipc"

# Nothing that was shown is kept.
c.FileContentsManager.pre_save_hook = "workbench.jupyter_config.hooks.strip_before_save"
c.FileContentsManager.checkpoints_class = "workbench.jupyter_config.hooks.NoCheckpoints"
