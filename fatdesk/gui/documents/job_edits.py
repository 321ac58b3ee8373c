"""What the desk does to the saved jobs of a project, each as one step that can be undone."""

from collections.abc import Sequence

from msgspec.structs import replace

from fatdesk.gui.documents.ready_jobs import folder_for, free_name, new_job
from fatdesk.gui.session.session import Session
from fatdesk.project.commands import Batch, Command
from fatdesk.project.commands.jobs import AddJob, ChangeJob, MoveJob, RemoveJob, RenameJob
from fatdesk.project.document.export_job import ExportJob


class JobEdits:
    """The jobs of the open project; what cannot be done is said by the session."""

    def __init__(self, session: Session) -> None:
        self._session = session

    @property
    def names(self) -> list[str]:
        """What jobs are called, in their order."""
        return [job.name for job in self._session.project.jobs]

    def add(self, wanted: str, documents: Sequence[str], like: ExportJob) -> str:
        """Save a job under that name, or one that is free; its name, empty when it was refused."""
        job = new_job(wanted, documents, self.names, like)
        return job.name if self._session.do(AddJob(job=job)) else ""

    def duplicate(self, job: ExportJob) -> str:
        """Save a job once more, after it and with a folder of its own; the name of the new one."""
        name = free_name(job.name, self.names)
        made = replace(job, name=name, folder=folder_for(name))
        names = self.names
        after = names[names.index(job.name) + 1 :]
        commands: tuple[Command, ...] = (AddJob(job=made),)
        if after:
            commands += (MoveJob(name=name, before=after[0]),)
        done = self._session.do(Batch(name=f"Duplicate export job {job.name}", commands=commands))
        return name if done else ""

    def change(self, job: ExportJob) -> bool:
        """Decide a job anew."""
        return self._session.do(ChangeJob(job=job))

    def call(self, job: ExportJob, name: str) -> bool:
        """Give a job another name; a folder that has its name goes along."""
        step: Command = RenameJob(name=job.name, to=name)
        if job.folder and job.folder == folder_for(job.name) != folder_for(name):
            moved = ChangeJob(job=replace(job, name=name, folder=folder_for(name)))
            step = Batch(name=step.label, commands=(step, moved))
        return self._session.do(step)

    def remove(self, jobs: Sequence[ExportJob]) -> bool:
        """Save jobs no longer."""
        steps = tuple(RemoveJob(name=job.name) for job in jobs)
        if not steps:
            return False
        return self._session.do(steps[0] if len(steps) == 1 else Batch(commands=steps))

    def can_move(self, job: ExportJob, step: int) -> bool:
        """Whether a job can go up (-1) or down (+1)."""
        names = self.names
        return job.name in names and 0 <= names.index(job.name) + step < len(names)

    def move(self, job: ExportJob, step: int) -> bool:
        """Put a job one place up or down."""
        if not self.can_move(job, step):
            return False
        others = [name for name in self.names if name != job.name]
        at = self.names.index(job.name) + step
        return self._session.do(MoveJob(name=job.name, before=others[at] if at < len(others) else ""))
