"""Many residual networks of one shape trained at once: one step of all is one step of the machine.

A network of the paper is so small that a GPU spends nearly all its time waiting for the next
order. Here the weights of k networks lie in one array, each order works on all of them, and the
orders of a whole step are recorded once and played back (a CUDA graph).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pybench.base.errors import ArgumentError
from pybench.base.extras import require
from pybench.optimal.resnet import ResNet, network

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

SHARED = ("epochs", "batch", "rate", "lowest", "device")
WARM = 3  # steps before recording: the libraries choose their algorithms in them


def fit_together(networks: Sequence[ResNet], X: Floats, y: Ints) -> list[ResNet]:
    """Train networks of the same parameters, each on its own paths.

    Each has the weights, the batches and the rates that it has alone, so that the answer is that of
    `ResNet.fit` but for rounding.

    Parameters
    ----------
    networks : sequence of k ResNet
        They may differ in ``random_state`` alone; without ``patience``.
    X : (k, n, channels, time) float
    y : (k, n) int
        Labels 0 or 1.

    Returns
    -------
    list of ResNet
        The networks, trained.

    Raises
    ------
    ArgumentError
        Networks that differ, or end at different epochs.
    ExtraMissing
        Without torch.
    """
    torch = require("torch", "torch", "ResNet")
    listed = list(networks)
    _check(listed, X, y)
    torch.set_num_threads(1)
    fastest = "cuda" if torch.cuda.is_available() else "cpu"
    place = fastest if listed[0].device == "auto" else listed[0].device
    for one in listed:
        torch.manual_seed(one.random_state)
        one.place_ = place
        one.network_ = network(torch, X.shape[2]).to(place)
    # What torch allows its convolutions by default, these being products of matrices here.
    before = torch.get_float32_matmul_precision()
    torch.set_float32_matmul_precision("high")
    try:
        trained = _Training(torch, listed, X, y, place)
        for _ in range(listed[0].epochs):
            trained.epoch()
    finally:
        torch.set_float32_matmul_precision(before)
    trained.give()
    return listed


def _check(networks: list[ResNet], X: Floats, y: Ints) -> None:
    told = {tuple(getattr(one, name) for name in SHARED) for one in networks}
    if len(told) != 1 or any(one.patience is not None for one in networks):
        raise ArgumentError(
            "networks trained together must have the same parameters",
            expected=f"the same {', '.join(SHARED)}, and no patience",
            found=f"{len(told)} different ones" if len(told) != 1 else "patience",
            hint="Fit them one by one: ResNet.fit.",
        )
    if X.ndim != 4 or X.shape[:2] != y.shape or len(X) != len(networks):
        raise ArgumentError(
            "`X` must have the paths of each network, `y` their labels",
            expected=f"({len(networks)}, n, channels, time) and ({len(networks)}, n)",
            found=f"{X.shape} and {y.shape}",
        )


class _Training:
    """The networks' weights in one array a layer, their optimisers, and the steps."""

    def __init__(self, torch: Any, networks: list[ResNet], X: Floats, y: Ints, place: str) -> None:
        self.torch, self.networks, self.place = torch, networks, place
        first, self.k, self.n = networks[0], len(networks), X.shape[1]
        self.inputs = torch.tensor(X, dtype=torch.float32, device=place)
        self.labels = torch.tensor(y, dtype=torch.int64, device=place)
        self.rows = torch.arange(self.k, device=place)[:, None]
        self.template = first.network_
        states = [one.network_.state_dict() for one in networks]
        self.state = {name: torch.stack([s[name] for s in states]) for name in states[0]}
        self.weights = {n: self.state[n] for n, _ in self.template.named_parameters()}
        for weight in self.weights.values():
            weight.requires_grad_()
        # An optimiser and a scheduler a network, on its own part of the arrays: those of one alone.
        self.parts = [[w.detach()[i] for w in self.weights.values()] for i in range(self.k)]
        cuda = place != "cpu"
        fused = {"fused": True, "capturable": True} if cuda else {}
        # Rates are arrays: a recorded step reads them anew each time.
        self.rates = [torch.tensor(first.rate, device=place) for _ in networks]
        self.steps = [
            torch.optim.Adam(part, lr=rate if cuda else first.rate, **fused)
            for part, rate in zip(self.parts, self.rates, strict=True)
        ]
        self.plateaus = [
            torch.optim.lr_scheduler.ReduceLROnPlateau(
                one, factor=0.5, patience=5, min_lr=first.lowest
            )
            for one in self.steps
        ]
        self.draws = [torch.Generator().manual_seed(one.random_state) for one in networks]
        self.total = torch.zeros(self.k, device=place)
        self.losses: list[list[float]] = []
        self.orders = {size: self._order(size) for size in dict.fromkeys(self._sizes())}

    def _sizes(self) -> Iterator[int]:
        for start in range(0, self.n, self.networks[0].batch):
            yield min(self.networks[0].batch, self.n - start)

    def epoch(self) -> None:
        """Go through all paths once, in each network's own order."""
        drawn = [self.torch.randperm(self.n, generator=one) for one in self.draws]
        order = self.torch.stack(drawn).to(self.place)
        self.total.zero_()
        start = 0
        for size in self._sizes():
            self.orders[size](order[:, start : start + size])
            start += size
        self.losses.append([total / self.n for total in self.total.tolist()])
        for plateau, rate, loss in zip(self.plateaus, self.rates, self.losses[-1], strict=True):
            plateau.step(loss)
            group = plateau.optimizer.param_groups[0]
            if self.place != "cpu" and group["lr"] is not rate:
                rate.fill_(float(group["lr"]))
                group["lr"] = rate

    def give(self) -> None:
        """Hand each network its weights and losses."""
        for i, one in enumerate(self.networks):
            one.network_.load_state_dict({name: all_[i] for name, all_ in self.state.items()})
            one.losses_ = [losses[i] for losses in self.losses]

    def _step(self, chosen: Any) -> None:
        inputs, labels = self.inputs[self.rows, chosen], self.labels[self.rows, chosen]
        logits = self._forward(inputs).flatten(0, 1)
        losses = self.torch.nn.functional.cross_entropy(logits, labels.flatten(), reduction="none")
        mean = losses.view(labels.shape).mean(dim=1)
        found = self.torch.autograd.grad(mean.sum(), list(self.weights.values()))
        slopes = [slope.contiguous() for slope in found]  # as the weights lie, for fused Adam
        for i, part in enumerate(self.parts):
            for weight, slope in zip(part, slopes, strict=True):
                weight.grad = slope[i]
            self.steps[i].step()
        self.total.add_(mean.detach(), alpha=chosen.shape[1])

    def _order(self, size: int) -> Callable[[Any], None]:
        """Return a step for batches of a size: on a GPU a recorded one."""
        if self.place == "cpu":
            return self._step
        torch = self.torch
        chosen = torch.zeros((self.k, size), dtype=torch.int64, device=self.place)
        before = {name: value.detach().clone() for name, value in self.state.items()}
        side = torch.cuda.Stream()
        side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(side):
            for _ in range(WARM):
                self._step(chosen)
        torch.cuda.current_stream().wait_stream(side)
        recorded = torch.cuda.CUDAGraph()
        with torch.cuda.graph(recorded):
            self._step(chosen)
        with torch.no_grad():
            for name, value in self.state.items():
                value.copy_(before[name])
            for steps in self.steps:
                for kept in steps.state.values():
                    for value in kept.values():
                        value.zero_()

        def play(order: Any) -> None:
            chosen.copy_(order)
            recorded.replay()

        return play

    def _forward(self, x: Any) -> Any:
        """Return (k, n, 2) from (k, n, channels, time)."""
        x = x.transpose(1, 2)  # (k, channels, n, time): a layer's channels lie side by side
        for place, block in enumerate(self.template.blocks):
            name = f"blocks.{place}"
            added = self._layers(block.body, f"{name}.body", x)
            x = self.torch.relu(added + self._layers(block.shortcut, f"{name}.shortcut", x))
        pooled = x.mean(dim=3)  # (k, filters, n)
        weight, bias = self.state["last.weight"], self.state["last.bias"]
        return self.torch.baddbmm(bias[:, None], pooled.transpose(1, 2), weight.transpose(1, 2))

    def _layers(self, layers: Any, name: str, x: Any) -> Any:
        nn = self.torch.nn
        for place, layer in enumerate(layers):
            here = f"{name}.{place}"
            if isinstance(layer, nn.Conv1d):
                x = self._convolution(here, x)
            elif isinstance(layer, nn.BatchNorm1d):
                x = self._normalised(layer, here, x)
            else:  # padding and ReLU know no weights
                x = layer(x.flatten(0, 1)).unflatten(0, x.shape[:2])
        return x

    def _convolution(self, name: str, x: Any) -> Any:
        weight, bias = self.state[f"{name}.weight"], self.state[f"{name}.bias"]
        k, filters, channels, width = weight.shape
        windows = x.unfold(3, width, 1)  # (k, channels, n, time, width)
        n, time = windows.shape[2:4]
        flat = windows.permute(0, 1, 4, 2, 3).reshape(k, channels * width, n * time)
        found = self.torch.baddbmm(bias[:, :, None], weight.flatten(2), flat)
        return found.view(k, filters, n, time)

    def _normalised(self, layer: Any, name: str, x: Any) -> Any:
        k, filters, n, time = x.shape
        state = {part: self.state[f"{name}.{part}"].view(-1) for part in NORM}
        flat = x.reshape(1, k * filters, n * time)
        found = self.torch.nn.functional.batch_norm(
            flat,
            state["running_mean"],
            state["running_var"],
            state["weight"],
            state["bias"],
            training=True,
            momentum=layer.momentum,
            eps=layer.eps,
        )
        return found.view(k, filters, n, time)


NORM = ("running_mean", "running_var", "weight", "bias")
