"""What a suite does with the world: one file for others, and the documents of OpenML."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Self

from pybench.base.path import all_to_read, to_read, to_write
from pybench.read.download import FILE_BYTES, FILE_SECONDS
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
        seconds: float = FILE_SECONDS,
        most_bytes: int = FILE_BYTES,
    ) -> Self:
        """Fetch a suite from OpenML, with its tasks, splits and data.

        Parameters
        ----------
        suite : int or str
            Id or alias: 99, "OpenML-CC18".
        cache : path, optional
            Root of a cache of openml-python; its own one where left out. What is there is used,
            and never removed or replaced.
        offline : bool
            Ask nobody; what is not in the cache is an error.
        seconds : float
            For each file of data or splits, from asking to its last byte; an hour by default.
        most_bytes : int
            Of each of these files; 4 GiB by default, the largest of OpenML-CC18 has 0.7 GB.
            Documents (lists, descriptions) have a minute and 8 MiB.

        Returns
        -------
        Suite
            In memory; `save` brings data and splits into one folder. Ids of OpenML are kept.

        Raises
        ------
        ArgumentError
            If the suite has no such id or alias.
        ExtraMissing
            If openml-python is not installed.
        EnvironmentProblem
            If the server cannot be reached or refuses, takes too long or sends too much; if a
            dataset has no checksum, or another than it should. Nothing of it is kept.
        InputError
            If something is not in the cache, offline.
        SuiteError, DatasetError
            If something is malformed, or a task is not one of classification.
        """
        from pybench.suite.sharing.openml import fetch_suite

        return fetch_suite(
            cls, suite, cache=cache, offline=offline, seconds=seconds, most_bytes=most_bytes
        )

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
        from pybench.suite.sharing.openml import read_openml

        return read_openml(cls, folder)

    def write_openml(
        self,
        folder: str | os.PathLike[str],
        *,
        runs: str | os.PathLike[str] | Iterable[str | os.PathLike[str]] = (),
    ) -> Path:
        """Write the suite, and runs on it, as OpenML's files: XML, ARFF of splits, data, results.

        The layout is that of the server's files and of openml-python's cache.

        Parameters
        ----------
        folder : path
            New, or empty: ``studies/1/study.xml``, ``tasks/1/task.xml`` and ``datasplits.arff``,
            ``datasets/1/description.xml``, ``features.xml``, ``qualities.xml``, ``dataset.arff``.
            Ids are OpenML's where known, else local ones.
        runs : path or paths
            Folders of `pybench.run` on this suite. Each becomes a study, a list of runs of one
            estimator on one task: ``studies/2/study.xml``, ``runs/1/description.xml`` and
            ``predictions.arff``, ``flows/1/flow.xml``, ``setups/1/description.xml``. What is not
            done in all folds of a task is left out, with a warning. Times and machines stay.

        Returns
        -------
        Path
            The folder.

        Raises
        ------
        ArgumentError
            If the suite has tasks of series, which OpenML has not; if the folder is not empty; if
            runs are of another suite.
        SuiteError
            If a file of the suite was changed or is not there; if a folder holds no run.

        Examples
        --------
        >>> import pybench as pb
        >>> suite = pb.Suite.create("flowers", ["iris"], folds=5)
        >>> _ = pb.run(suite, {"Bayes": "sklearn.naive_bayes.GaussianNB"}, out="run", workers=1)
        >>> folder = suite.write_openml("openml", runs="run")
        >>> back = pb.Suite.read_openml(folder)
        >>> back.task_names, back.read_openml_runs(folder, "theirs")
        (('iris',), ['Bayes'])
        """
        from pybench.suite.sharing.openml import write_openml

        return write_openml(self, folder, all_to_read("runs", runs))

    def read_openml_runs(
        self,
        folder: str | os.PathLike[str],
        out: str | os.PathLike[str],
        *,
        study: int | None = None,
    ) -> list[str]:
        """Read a study of runs on this suite, as OpenML's files, into a folder of results.

        Rows and true classes of every fold must be those of the suite. Measures are computed
        again from the predictions; how these were made nobody here knows, and so they are marked.

        Parameters
        ----------
        folder : path
            As `write_openml` writes it, or put together from a server: ``studies/<id>/study.xml``,
            ``runs/<id>/description.xml`` and ``predictions.arff``.
        out : path
            A new folder, which `suite_results` reads beside those of `run`.
        study : int, optional
            Which one; the only one of the folder where left out.

        Returns
        -------
        list of str
            Names of the estimators: as pybench ran them, else flow and setup.

        Raises
        ------
        ArgumentError
            If there are results in ``out``.
        InputError
            If a file is not there.
        SuiteError, DatasetError
            If one is malformed, or the runs are not of the tasks of this suite.
        """
        from pybench.suite.sharing.openml import read_runs

        return read_runs(self, to_read("folder", folder), to_write("out", out), study)

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
        from pybench.suite.sharing.openml import publish_suite

        return publish_suite(self)

    def publish_openml_runs(
        self,
        runs: str | os.PathLike[str],
        *,
        name: str,
        description: str = "",
        alias: str | None = None,
    ) -> int:
        """Publish runs and the study that lists them on OpenML, for everybody and for good.

        Predictions, measures of each fold, estimators with their parameters and versions go there;
        times and machines do not. What lacks folds is left out, and the study says so. What was
        published is kept in the folder of runs, ``openml.json``: after a failure the same call goes
        on, and publishes no run twice. OpenML links the study to no suite, as openml-python says
        none.

        Parameters
        ----------
        runs : path
            A folder of `pybench.run` on this suite, whose tasks OpenML has.
        name, description : str
            Of the study.
        alias : str, optional

        Returns
        -------
        int
            Id of the study.

        Raises
        ------
        ArgumentError
            If a task has no id of OpenML, or the runs are of another suite.
        SuiteError
            If the folder holds no run, or nothing in it is finished.
        ExtraMissing
            If openml-python is not installed.
        EnvironmentProblem
            If the server cannot be reached or refuses.
        """
        from pybench.suite.sharing.openml import publish_runs

        place = to_read("runs", runs)
        return publish_runs(self, place, name=name, description=description, alias=alias)
