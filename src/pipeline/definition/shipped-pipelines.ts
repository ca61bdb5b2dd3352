/** Generated from pipelines/*.yaml by shipped-pipelines.test.ts (`vitest --update`); edit those files instead. */

/** The texts of the built-in definitions by name, embedded so that the core needs no file system. */
export const shippedPipelines: { readonly [name: string]: string } = Object.freeze({
  court: `# The court as it is walked: the rules of \`defect-court\`, and the edges it needs so that every step leads on.
pipeline: court
description: The adversarial review of an uncertain conclusion
extends: defect-court

vars:
  ttl_ms: 600000
  max_handoffs: 6
  max_remands: 2
  max_rounds: 3
  fast_track: 0.95 # strength of the charge from which discovery is skipped
  convergence_threshold: 0.85
  max_loops: 3
  evidence_depth: 10

nodes:
  - { name: indict, artifact: indictment, role: prosecution, masks: [mask-of-indictment] }
  - { name: discover, artifact: discovery, role: defense, masks: [mask-of-discovery] }
  - { name: defend, artifact: defense_brief, role: defense }
  - { name: hearing, artifact: hearing_record, role: expert }
  - { name: verdict, artifact: verdict, role: judge }

edges:
  # At every step, before anything else: is there still time, and is everybody still in their seat?
  - { id: HD10, when: state.court_ms > config.ttl_ms }
  - { id: HD11, when: state.handoffs > config.max_handoffs }
  - { id: HD13, name: role-failed, from: _any, to: _mistrial, when: state.role_failed }

  - { id: HD1, when: output.confidence >= config.fast_track }
  - { id: HD0, name: to-discovery, from: indict, to: discover }
  - { id: HD0b, name: discovered, from: discover, to: defend }

  - { id: HD2, when: output.plea_deal }
  - id: HD3
    when: >-
      output.motion_to_dismiss || (size(output.challenges) > 0 && !has(output.alternative_hypothesis))
  - { id: HD4, when: has(output.alternative_hypothesis) }
  - { id: HD4b, name: no-contest, from: defend, to: hearing }

  - { id: HD5, when: output.converged || size(output.rounds) >= config.max_rounds }
  - { id: HD5b, name: next-round, from: hearing, to: hearing, loop: true, max: config.max_rounds }

  - { id: HD6, when: output.decision == "affirm" }
  - { id: HD7, when: output.decision == "amend" }
  - { id: HD8, when: output.decision == "remand" && state.remands < config.max_remands, max: config.max_remands }
  - { id: HD9, when: output.decision == "acquit" }
  - { id: HD12, when: output.decision == "mistrial" }
  - { id: HD8b, name: remand-exhausted, from: verdict, to: _mistrial }
`,
  'defect-court': `# The court's graph without its rules: every edge has a label and no expression, so it loads but cannot be walked.
# \`court.yaml\` binds it.
pipeline: defect-court
description: Five steps in which an uncertain conclusion is charged, contested and decided

zones:
  prosecution: { nodes: [indict], element: fire, stickiness: 0 }
  discovery: { nodes: [discover, defend], element: water, stickiness: 2 }
  verdict: { nodes: [hearing, verdict], element: diamond, stickiness: 3 }

nodes:
  - { name: indict, element: fire, family: indict }
  - { name: discover, element: earth, family: discover }
  - { name: defend, element: water, family: defend }
  - { name: hearing, element: air, family: hearing }
  - { name: verdict, element: diamond, family: verdict }

edges:
  - { id: HD1, name: fast-track, from: indict, to: defend, shortcut: true, condition: prosecution confidence >= 0.95 }
  - { id: HD2, name: plea-deal, from: defend, to: verdict, shortcut: true, condition: defense concedes }
  - { id: HD3, name: motion-to-dismiss, from: defend, to: hearing, condition: defense has motion to dismiss }
  - { id: HD4, name: alternative-hypothesis, from: defend, to: hearing, condition: defense has alternative hypothesis }
  - { id: HD5, name: hearing-complete, from: hearing, to: verdict, condition: max rounds reached OR convergence }
  - { id: HD6, name: affirm, from: verdict, to: _done, condition: verdict == affirm }
  - { id: HD7, name: amend, from: verdict, to: _done, condition: verdict == amend }
  - { id: HD8, name: remand, from: verdict, to: _remand, loop: true, condition: verdict == remand AND remands < max_remands }
  - { id: HD9, name: acquit, from: verdict, to: _gap_brief, condition: verdict == acquit }
  - { id: HD10, name: ttl-exceeded, from: _any, to: _mistrial, condition: wall-clock TTL exceeded }
  - { id: HD11, name: handoff-exceeded, from: _any, to: _mistrial, condition: handoff counter exceeded }
  - { id: HD12, name: judge-mistrial, from: verdict, to: _mistrial, condition: verdict == mistrial }

start: indict
done: _done
`,
  'rca-investigation': `# The light path: from a failing test to a reviewed conclusion. Edges of one node are tried from top to bottom.
# Copy this file and change the copy, or extend it: \`extends: rca-investigation\`.
pipeline: rca-investigation
description: From a failing test to a reviewed root cause, in seven steps

vars:
  recall_hit: 0.80 # similarity from which a remembered cause goes straight to review
  recall_uncertain: 0.40 # similarity from which it is at least a candidate
  duplicate: 0.80 # similarity from which two cases share their cause
  convergence_threshold: 0.70 # how settled the ranking must be
  max_loops: 2
  evidence_depth: 8

zones:
  backcourt: { nodes: [recall, triage], element: fire, stickiness: 0 }
  frontcourt: { nodes: [resolve, investigate], element: water, stickiness: 3 }
  paint: { nodes: [correlate, review, report], element: air, stickiness: 1 }

nodes:
  - { name: recall, element: fire, family: recall, artifact: recall, masks: [mask-of-recall] }
  - { name: triage, element: fire, family: triage, artifact: triage }
  - { name: resolve, element: earth, family: resolve, artifact: resolve }
  - { name: investigate, element: water, family: investigate, artifact: investigate, masks: [mask-of-the-forge] }
  - { name: correlate, element: air, family: correlate, artifact: correlate, masks: [mask-of-correlation] }
  - { name: review, element: diamond, family: review, artifact: review, masks: [mask-of-judgment] }
  - { name: report, element: air, family: report, artifact: report }

edges:
  # Is the cause known already? Only an agent that may read earlier causes can say so.
  - id: H1
    name: recall-hit
    from: recall
    to: review
    shortcut: true
    when: output.match && output.confidence >= config.recall_hit && "mask-of-recall" in state.worn
  - id: H3
    name: recall-uncertain
    from: recall
    to: triage
    when: >-
      output.match && output.confidence >= config.recall_uncertain && output.confidence < config.recall_hit
    set: { candidate: output.prior_rca_id }
  - { id: H2, name: recall-miss, from: recall, to: triage }

  # What kind of failure is it? Some need no search.
  - { id: H4, name: triage-infra, from: triage, to: review, shortcut: true, when: output.symptom_category == "infra" }
  - { id: H5, name: triage-flake, from: triage, to: review, shortcut: true, when: output.symptom_category == "flake" }
  - { id: H18, name: triage-skip, from: triage, to: review, shortcut: true, when: output.skip_investigation }
  - id: H17
    name: clock-skew
    from: triage
    to: triage
    advisory: true
    when: has(output.clock_skew_suspected) && output.clock_skew_suspected
  - id: H7
    name: single-candidate
    from: triage
    to: investigate
    shortcut: true
    when: size(output.candidate_repos) == 1
    set: { component: "output.candidate_repos[0]" }
  - { id: H6, name: triage-resolve, from: triage, to: resolve }

  - { id: H8, name: resolved, from: resolve, to: investigate }

  # Is the ranking settled? If not, and there is something to follow, look wider.
  - id: H9
    name: converged
    from: investigate
    to: correlate
    when: output.convergence_score >= config.convergence_threshold
  - { id: H10a, name: no-evidence, from: investigate, to: correlate, when: size(output.evidence_refs) == 0 }
  - id: H10
    name: investigate-again
    from: investigate
    to: resolve
    loop: true
    max: 2
    # A wider look is worth a step only while what it would bring could still be the cause.
    when: size(output.evidence_refs) > 0 && !(has(output.is_exhausted) && output.is_exhausted)
  - { id: H11, name: investigation-exhausted, from: investigate, to: review }

  - id: H15
    name: duplicate
    from: correlate
    to: _done
    shortcut: true
    when: output.is_duplicate && output.confidence >= config.duplicate
  - { id: H15b, name: no-duplicate, from: correlate, to: review }

  # Only a binding decision reports; anything else is a recommendation for a person.
  - { id: H12, name: approve, from: review, to: report, when: output.decision == "approve" && output.binding }
  - id: H13
    name: reassess
    from: review
    to: resolve
    loop: true
    max: 2
    when: output.decision == "reassess"
    targets: [triage, resolve, investigate, correlate]
    target: output.loop_target
  - { id: H14, name: overturn, from: review, to: report, when: output.decision == "overturn" && output.binding }
  - { id: H19, name: recommend, from: review, to: _recommended }

  - { id: H16, name: reported, from: report, to: _done }

start: recall
done: _done
`,
});
