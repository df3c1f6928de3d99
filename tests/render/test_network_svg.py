"""Pictures of networks."""

from dataclasses import replace
from xml.etree import ElementTree

import numpy as np
import pytest
from ground_programs import random_ground

from pygame_search.network.circuit.build import build
from pygame_search.render.network_svg import MOST_WIRES, network_svg
from pygame_search.support.errors import LimitError


def test_each_gate_and_edge_is_drawn() -> None:
    for seed in range(40):
        network = build(random_ground(seed, 50))
        picture = ElementTree.fromstring(network_svg(network, "a < b"))
        drawn = [part.get("class") or "" for part in picture.iter()]
        loops = int((network.loop_inputs > 0).sum())
        gates = sum(style.startswith("gate") for style in drawn)
        assert gates == network.gates
        shown = [network.outputs[name].literals for name in ("terminal", "goal")]
        outputs = [*network.next, *network.legal, *np.concatenate(shown)]
        ends = sum(literal > 1 for literal in outputs)
        edges = sum(style.startswith("edge") for style in drawn)
        assert edges == len(network.inputs) + loops + ends
        texts = [part.text for part in picture.iter() if part.tag.endswith("text")]
        assert "a < b" in texts
        assert set(network.fluents) < {"terminal", *texts}


def test_a_large_network_is_no_picture() -> None:
    network = replace(build(random_ground(1, 30)), wires=MOST_WIRES + 1)
    with pytest.raises(LimitError, match="too many for a picture"):
        network_svg(network, "large")
