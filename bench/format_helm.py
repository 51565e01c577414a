"""A run of HELM with two models that know a rule instead of a language."""

from __future__ import annotations

import dataclasses
import json
import re
from pathlib import Path
from typing import Any

import numpy as np
from helm.benchmark.config_registry import register_builtin_configs_from_helm_package
from helm.benchmark.executor import ExecutionSpec
from helm.benchmark.model_deployment_registry import (
    ClientSpec,
    ModelDeployment,
    register_model_deployment,
)
from helm.benchmark.run_specs import simple_run_specs
from helm.benchmark.runner import Runner
from helm.clients.simple_client import SimpleClient
from helm.common.authentication import Authentication

MODELS = ("a/small", "b/large")
RUNS = ("simple_mcqa", "simple_classification")


class Client(SimpleClient):
    """Says whether the last number of a prompt is even; the small model is wrong in thirds."""

    def invoke_model(self, raw_request: Any) -> dict[str, Any]:
        """Return one answer, in the words of the scenario."""
        prompt = str(raw_request["prompt"])
        number = int(re.findall(r"\d+", prompt)[-1])
        wrong = number % (3 if raw_request["engine"] == "small" else 7) == 0
        odd = (number % 2 == 1) != wrong
        words = ("A", "B") if "A. Even" in prompt else ("Even", "Odd")
        return {"completions": [words[odd]] * int(raw_request["num_completions"])}


def written(folder: Path) -> dict[tuple[str, ...], float]:
    """Run both models on two scenarios; return the means of HELM's scores per instance."""
    register_builtin_configs_from_helm_package()
    for model in MODELS:
        client = ClientSpec("bench.format_helm.Client")
        deployment = ModelDeployment(
            model, client, tokenizer_name="simple/tokenizer1", max_sequence_length=2048
        )
        register_model_deployment(deployment)
    cache = folder / "cache"
    cache.mkdir()
    execution = ExecutionSpec(
        url=None, auth=Authentication(""), local_path=str(cache), parallelism=1
    )
    runner = Runner(
        execution, str(folder), "v1", skip_instances=False, cache_instances=False,
        cache_instances_only=False, skip_completed_runs=False, exit_on_error=True,
    )  # fmt: skip
    found = {}
    for name in RUNS:
        spec = getattr(simple_run_specs, f"get_{name}_run_spec")()
        for model in MODELS:
            adapter = dataclasses.replace(spec.adapter_spec, model=model, model_deployment=model)
            run = f"{name}:model={model.replace('/', '_')}"
            runner.run_one(dataclasses.replace(spec, name=run, adapter_spec=adapter))
            path = folder / "runs" / "v1" / run / "per_instance_stats.json"
            scores = [
                stat["mean"]
                for one in json.loads(path.read_text())
                for stat in one["stats"]
                if stat["name"]["name"] == "exact_match"
            ]
            found[name, model] = float(np.mean(scores))
    return found
