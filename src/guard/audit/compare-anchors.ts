/** Compares anchors with the records of a log, one record at a time. */
import type { Verification } from '../../kernel/index.ts';
import type { AuditAnchor } from './audit-anchor.ts';
import { type AnchoredRange, type AuditChain, type AuditFault, chainName } from './audit-verification.ts';
import type { PlacedRecord } from './follow-chains.ts';

/** An anchor and the result of verifying its signature. */
export type CheckedAnchor = { readonly anchor: AuditAnchor; readonly verification: Verification };

/** The result of the comparison. */
type AnchorComparison = {
  readonly anchored: AnchoredRange | null;
  /** The position up to which a valid anchor covers the records. */
  readonly upTo: number;
  readonly faults: readonly AuditFault[];
  readonly notes: readonly string[];
};

/** Compares while records are read. */
export type AnchorComparer = {
  add(record: PlacedRecord): void;
  finish(about: { readonly chains: readonly AuditChain[]; readonly location: string }): AnchorComparison;
};

type Compared = CheckedAnchor & { foundAt: number | null; hasOther: boolean };

/** Starts to compare. */
export function compareAnchors(anchors: readonly CheckedAnchor[]): AnchorComparer {
  // An anchor with an invalid signature says nothing about the ledger.
  const compared: Compared[] = anchors
    .filter(({ verification }) => verification !== 'invalid')
    .map((checked) => ({ ...checked, foundAt: null, hasOther: false }));

  return {
    add: ({ position, chain, sequence, hash }) => {
      for (const one of compared) {
        if (one.anchor.chain !== chain || one.anchor.sequence !== sequence) continue;
        if (one.anchor.hash === hash) one.foundAt ??= position;
        else one.hasOther = true;
      }
    },
    finish: ({ chains, location }) => {
      const lasts = new Map(chains.map(({ chain, last }) => [chain, last]));
      const best = compared.reduce<Compared | null>((most, one) => {
        const isReached = one.verification === 'valid' && one.foundAt !== null;
        return isReached && (one.foundAt ?? 0) > (most?.foundAt ?? 0) ? one : most;
      }, null);
      const lost = compared.filter(({ foundAt }) => foundAt === null);
      return {
        anchored: best && { chain: best.anchor.chain, from: 1, to: best.anchor.sequence },
        upTo: best?.foundAt ?? 0,
        faults: [
          ...anchors.filter(({ verification }) => verification === 'invalid').map(forged),
          ...lost.map((one) => lossOf(one, lasts.get(one.anchor.chain))),
        ],
        notes: compared.flatMap((one) => notesOn(one, location)),
      };
    },
  };
}

function forged({ anchor: { chain, sequence, signature } }: CheckedAnchor): AuditFault {
  const detail = `the signature of the anchor does not fit it: it was changed, or not made with key ${signature.keyId}`;
  return { sequence, chain, fault: 'anchor-invalid', detail };
}

function lossOf({ anchor, hasOther }: Compared, last: number | undefined): AuditFault {
  const { chain, sequence } = anchor;
  const at = { sequence, chain };
  if (last === undefined)
    return {
      ...at,
      fault: 'replaced',
      detail: `nothing of the chain is there, of which records 1 to ${sequence} are anchored`,
    };
  if (hasOther)
    return { ...at, fault: 'changed', detail: `record ${sequence} is not the one that was anchored` };
  if (last < sequence)
    return {
      chain,
      sequence: last + 1,
      fault: 'cut-end',
      detail: `the chain ends with record ${last}, and record ${sequence} was anchored`,
    };
  return { ...at, fault: 'missing', detail: `record ${sequence}, which was anchored, is not there` };
}

function notesOn({ anchor, verification, foundAt }: Compared, location: string): readonly string[] {
  const { ledger, signature, chain, sequence } = anchor;
  const name = `the anchor at record ${sequence} of chain ${chainName(chain)}`;
  const agrees = foundAt === null ? 'disagrees with the ledger' : 'agrees with the ledger';
  return [
    ...(verification === 'unverifiable'
      ? [
          `${name} ${agrees}, but is unverifiable here: key ${signature.keyId} is not known, so it proves nothing`,
        ]
      : []),
    ...(ledger === location ? [] : [`${name} was made for the ledger at ${ledger}`]),
  ];
}
