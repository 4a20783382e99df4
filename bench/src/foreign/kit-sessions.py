"""Prints the sessions of compaction-conformance-kit, seeds 1 to 8, as JSON. PYTHONPATH names its folder `src`."""

import json

from compaction_kit.corpus import build_random_session
from compaction_kit.semantic_corpus import build_semantic_heldout_session, build_semantic_session

sessions = []
for build in (build_random_session, build_semantic_session, build_semantic_heldout_session):
    for seed in range(1, 9):
        session, items, *meta = build(seed)
        sessions.append({
            "isRandom": not meta,
            "messages": [{"role": turn.role, "content": turn.text} for turn in session.turns],
            "items": {item.id: item.required_tokens for item in items},
            "stale": {item.id: item.superseded_tokens for item in items},
            "conflicts": meta[0]["conflicts"] if meta else [],
        })
print(json.dumps(sessions))
