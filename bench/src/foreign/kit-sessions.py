"""Prints the sessions of compaction-conformance-kit, seeds 1 to 8, as JSON. PYTHONPATH names its folder `src`."""

import json

from compaction_kit.corpus import build_random_session
from compaction_kit.semantic_corpus import build_semantic_heldout_session, build_semantic_session

sessions = []
for build in (build_random_session, build_semantic_session, build_semantic_heldout_session):
    for seed in range(1, 9):
        session, items, *meta = build(seed)
        sessions.append({
            "messages": [{"role": turn.role, "content": turn.text} for turn in session.turns],
            "items": [{
                "required": item.required_tokens,
                "superseded": item.superseded_tokens,
                "isConflict": bool(meta),
            } for item in items if not meta or item.id in meta[0]["conflicts"]],
        })
print(json.dumps(sessions))
