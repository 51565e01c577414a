"""What a suite does with the world: one file for others, and the documents of OpenML."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Self

from pybench.suite.manifest import Manifest


class Shareable(Manifest):
    """The part of a suite that leaves the house and comes back. See `pybench.Suite`."""

    def export(
        self,
        file: str | os.PathLike[str],
        *,
        data: str = "licensed",
        runs: str | os.PathLike[str] | Iterable[str | os.PathLike[str]] = (),
        sign_with: str | os.PathLike[str] | None = None,
    ) -> Path:
        """Write the suite as one file, a zip, for others to import.

        Parameters
        ----------
        file : path
            An earlier one is replaced.
        data : {"licensed", "none", "all"}
            Which data go along: those whose licence lets anybody pass them on, none, or all (you
            say that you may). Those left out are listed in the bundle, with the reason.
        runs : path or paths
            Folders of `pybench.run` that go along.
        sign_with : path, optional
            A key of OpenSSH: the signature is written beside the bundle, its name and ``.sig``.

        Returns
        -------
        Path
            Of the bundle. The same suite and runs give the same bytes.

        Raises
        ------
        SuiteError
            If a file of the suite was changed.
        ArgumentError
            If a folder of runs is none, or of another suite; if there is too much for one bundle.
        EnvironmentProblem
            If the bundle cannot be written or signed.

        Examples
        --------
        >>> import pybench as pb
        >>> suite = pb.Suite.create("flowers", ["iris"], folds=5)
        >>> file = suite.export("flowers.zip")
        >>> pb.Suite.import_(file, "copy").hash == suite.hash
        True
        """
        from pybench.suite.sharing.bundle import export_bundle

        return export_bundle(self, file, data=data, runs=runs, sign_with=sign_with)

    @classmethod
    def import_(
        cls,
        file: str | os.PathLike[str],
        folder: str | os.PathLike[str],
        *,
        data: str | os.PathLike[str] | None = None,
        signers: str | os.PathLike[str] | None = None,
        identity: str | None = None,
    ) -> Self:
        """Unpack a bundle into a new folder, whole and checked, or not at all.

        Parameters
        ----------
        file : path
            What `export` wrote.
        folder : path
            One that is not there yet, or empty.
        data : path, optional
            A folder with files of data that the bundle does not hold: those whose hash is right
            are copied to where they belong.
        signers, identity : path and str, optional
            Also ask for a signature: a file of allowed signers (ssh-keygen(1)), and who of them.

        Returns
        -------
        Suite
            Loaded from the folder.

        Raises
        ------
        SuiteError
            If the file is no bundle, could do harm, or is not what its hashes or signature say:
            the folder is not there then.
        ArgumentError
            If there is something in the folder.
        InputError
            If there is no such file.
        EnvironmentProblem
            If the folder cannot be written.
        """
        from pybench.suite.sharing.bundle import import_bundle

        return import_bundle(cls, file, folder, data=data, signers=signers, identity=identity)

    @classmethod
    def from_openml(
        cls,
        suite: int | str,
        *,
        cache: str | os.PathLike[str] | None = None,
        offline: bool = False,
    ) -> Self:
        """Fetch a suite from OpenML, with its tasks, splits and data, through openml-python.

        Parameters
        ----------
        suite : int or str
            Id or alias: 99, "OpenML-CC18".
        cache : path, optional
            Root of a cache of openml-python; its own one where left out. What is there is used,
            and never removed or replaced.
        offline : bool
            Ask nobody; what is not in the cache is an error.

        Returns
        -------
        Suite
            In memory; `save` brings data and splits into one folder. Ids of OpenML are kept.

        Raises
        ------
        ExtraMissing
            If openml-python is not installed.
        EnvironmentProblem
            If the server cannot be reached or refuses.
        InputError
            If something is not in the cache, offline.
        SuiteError, DatasetError
            If something is malformed, or a task is not one of classification.
        """
        from pybench.suite.sharing.online import fetch_suite

        return fetch_suite(cls, suite, cache=cache, offline=offline)

    @classmethod
    def read_openml(cls, folder: str | os.PathLike[str]) -> Self:
        """Make a suite of a folder of OpenML's files, as `write_openml` writes them.

        Parameters
        ----------
        folder : path

        Returns
        -------
        Suite

        Raises
        ------
        InputError
            If a file is not there.
        SuiteError, DatasetError
            If one is malformed, or does not fit another.
        """
        from pybench.suite.sharing.exchange import read_openml

        return read_openml(cls, folder)

    def write_openml(self, folder: str | os.PathLike[str]) -> Path:
        """Write the suite as OpenML's files: XML of suite, tasks and data, ARFF of splits and data.

        The layout is that of the server's files and of openml-python's cache.

        Parameters
        ----------
        folder : path
            New, or empty: ``studies/1/study.xml``, ``tasks/1/task.xml`` and ``datasplits.arff``,
            ``datasets/1/description.xml``, ``features.xml``, ``qualities.xml``, ``dataset.arff``.
            Ids are OpenML's where known, else local ones.

        Returns
        -------
        Path
            The folder.

        Raises
        ------
        ArgumentError
            If the suite has tasks of series, which OpenML has not; if the folder is not empty.
        SuiteError
            If a file of the suite was changed or is not there.

        Examples
        --------
        >>> import pybench as pb
        >>> suite = pb.Suite.create("flowers", ["iris"], folds=5)
        >>> folder = suite.write_openml("openml")
        >>> pb.Suite.read_openml(folder).task_names
        ('iris',)
        """
        from pybench.suite.sharing.exchange import write_openml

        return write_openml(self, folder)

    def publish_openml(self) -> int:
        """Publish the list of tasks on OpenML; only this asks its server to keep anything.

        The tasks have to be there. Server and key are those of openml-python's configuration.

        Returns
        -------
        int
            Id of the new suite, in preparation.

        Raises
        ------
        ArgumentError
            If a task has no id of OpenML, or the suite has one, or no alias.
        ExtraMissing
            If openml-python is not installed.
        EnvironmentProblem
            If the server cannot be reached or refuses.
        """
        from pybench.suite.sharing.online import publish_suite

        return publish_suite(self)
