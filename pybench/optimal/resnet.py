"""The paper's residual network: three blocks of three convolutions, in torch."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator, ClassifierMixin

from pybench.base.extras import require
from pybench.optimal.scores import two_classes

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

FILTERS = (64, 128, 128)
WIDTHS = (8, 5, 3)
WAIT = 5  # epochs without a better training loss after which the rate is halved


class ResNet(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """A residual network for series (Wang et al. 2017), trained as in the paper.

    Parameters
    ----------
    epochs : int
        150 in the paper. "ResNet reduced" has 30 with ``patience=10``.
    batch : int
    rate, lowest : float
        Learning rate of Adam, halved after 5 epochs without a better training loss, down to
        ``lowest``.
    patience : int, optional
        Training ends after this many epochs without a better training loss; by default it never
        ends early.
    device : str
        "cpu", "cuda", or "auto".
    random_state : int
        Seed of weights and batches.

    Notes
    -----
    On a CPU one thread is used: two on a busy machine take ten times as long. To fit many networks,
    use several processes.
    """

    series = True

    def __init__(
        self,
        epochs: int = 150,
        batch: int = 16,
        rate: float = 1e-3,
        lowest: float = 1e-4,
        patience: int | None = None,
        device: str = "auto",
        random_state: int = 0,
    ) -> None:
        self.epochs, self.batch, self.rate, self.lowest = epochs, batch, rate, lowest
        self.patience, self.device, self.random_state = patience, device, random_state

    def fit(self, X: Floats, y: Ints) -> ResNet:
        """Train on paths (n, channels, time) and labels of two classes."""
        torch = require("torch", "torch", "ResNet")
        fastest = "cuda" if torch.cuda.is_available() else "cpu"
        self.place_ = fastest if self.device == "auto" else self.device
        inputs = torch.tensor(X, dtype=torch.float32, device=self.place_)
        self.classes_, label = two_classes(y)
        labels = torch.tensor(label, dtype=torch.int64, device=self.place_)
        with _alone(torch):
            torch.manual_seed(self.random_state)
            self.network_ = network(torch, X.shape[1]).to(self.place_)
            self.losses_ = self._train(torch, inputs, labels)
        return self

    def _train(self, torch: Any, inputs: Any, labels: Any) -> list[float]:
        steps = torch.optim.Adam(self.network_.parameters(), lr=self.rate)
        plateau = torch.optim.lr_scheduler.ReduceLROnPlateau(
            # torch waits one epoch longer than its patience; its default threshold is 1e-4.
            steps,
            factor=0.5,
            patience=WAIT - 1,
            threshold=0.0,
            min_lr=self.lowest,
        )
        measure, losses = torch.nn.CrossEntropyLoss(), []
        draws = torch.Generator().manual_seed(self.random_state)
        best, since = float("inf"), 0
        self.network_.train()
        for _ in range(self.epochs):
            total = 0.0
            for part in torch.randperm(len(inputs), generator=draws).split(self.batch):
                chosen = part.to(self.place_)
                loss = measure(self.network_(inputs[chosen]), labels[chosen])
                steps.zero_grad()
                loss.backward()
                steps.step()
                total += loss.item() * len(part)
            losses.append(total / len(inputs))
            plateau.step(losses[-1])
            since = 0 if losses[-1] < best else since + 1
            best = min(best, losses[-1])
            if self.patience is not None and since >= self.patience:
                break
        return losses

    def predict_proba(self, X: Floats) -> Floats:
        """Return probabilities of class 0 and class 1."""
        torch = require("torch", "torch", "ResNet")
        self.network_.eval()
        with _alone(torch), torch.no_grad():
            inputs = torch.tensor(X, dtype=torch.float32, device=self.place_)
            parts = [self.network_(part).softmax(dim=1) for part in inputs.split(256)]
            return np.asarray(torch.cat(parts).cpu().numpy(), np.float64)

    def predict(self, X: Floats) -> NDArray[Any]:
        """Return the more likely class."""
        return np.asarray(self.classes_[self.predict_proba(X).argmax(axis=1)])


@contextmanager
def _alone(torch: Any) -> Iterator[None]:
    """Use one thread; restore torch's threads and random state afterwards."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        with torch.random.fork_rng(devices=[]):
            yield
    finally:
        torch.set_num_threads(before)


def network(torch: Any, channels: int) -> Any:
    """Return the untrained network: (n, channels, time) to (n, 2)."""
    nn = torch.nn

    def convolution(before: int, after: int, width: int) -> list[Any]:
        # Explicit "same" padding: torch warns about even widths.
        around = nn.ConstantPad1d(((width - 1) // 2, width // 2), 0.0)
        return [around, nn.Conv1d(before, after, width), nn.BatchNorm1d(after)]

    class Block(nn.Module):  # type: ignore[name-defined, misc]
        def __init__(self, before: int, after: int) -> None:
            super().__init__()
            layers: list[Any] = []
            for place, width in enumerate(WIDTHS):
                layers += convolution(before if place == 0 else after, after, width)
                layers += [nn.ReLU()] if place < 2 else []
            self.body = nn.Sequential(*layers)
            same = [nn.BatchNorm1d(after)] if before == after else convolution(before, after, 1)
            self.shortcut = nn.Sequential(*same)

        def forward(self, x: Any) -> Any:
            return torch.relu(self.body(x) + self.shortcut(x))

    class Network(nn.Module):  # type: ignore[name-defined, misc]
        def __init__(self) -> None:
            super().__init__()
            pairs = zip((channels, *FILTERS[:-1]), FILTERS, strict=True)
            self.blocks = nn.Sequential(*(Block(before, after) for before, after in pairs))
            self.last = nn.Linear(FILTERS[-1], 2)

        def forward(self, x: Any) -> Any:
            return self.last(self.blocks(x).mean(dim=2))

    return Network()
