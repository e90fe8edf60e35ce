import { defineMutants, defineSqlMutants, type Mutant } from '../../tools/mutants/mutant.ts'

const PROOFS = ['src/modules/transparency/commands/prove-liabilities.test.ts']
const ENTRIES = ['tests/faults/entry-proofs.test.ts']
const WITNESSES = ['tests/faults/proof-witnesses.test.ts']
const FRAUDS = ['tests/faults/proof-frauds.test.ts']

/** Mistakes in the transparency log, its witnesses and the proof of liabilities. */
export const mutants: Mutant[] = [
  ...defineMutants('src/modules/transparency/steps', [
    [
      'proof of liabilities without the journal',
      'a total that is not the journal’s would be published',
      'publish-manifest.ts',
      'publishManifest',
      { drop: 'assertJournalTotals' },
      PROOFS,
    ],
    [
      'amounts of a closed account after the proof',
      'a closed member would stay in the stored proof',
      'publish-manifest.ts',
      'publishManifest',
      { drop: 'eraseClosedMembers' },
      PROOFS,
    ],
  ]),
  ...defineSqlMutants([
    [
      'amounts of a closed account during the proof',
      'closing an account could prevent the proof of that day',
      'public.erase_liability_accounts',
      'e.id <> newest or e.published_at is not null',
      'true',
      PROOFS,
    ],
  ]),
  ...defineMutants('src/modules/transparency/commands', [
    [
      'witness of any history',
      'a rewritten history would be cosigned',
      'cosign-checkpoint.ts',
      'cosign',
      { expression: '!isConsistent(older, { size, root }, proof)', with: 'false' },
      ['src/modules/transparency/commands/cosign-checkpoint.test.ts'],
    ],
    [
      'witness from any size',
      'a history that was left behind would be cosigned',
      'cosign-checkpoint.ts',
      'cosign',
      { expression: 'oldSize !== older.size', with: 'false' },
      ['src/modules/transparency/commands/cosign-checkpoint.test.ts'],
    ],
  ]),
  ...defineMutants('src/modules/transparency/queries', [
    [
      'proof of an entry of another member',
      'a member could read the hash chain of entries of others',
      'entry-proofs.ts',
      'buildEntryProof',
      { expression: 'one.seq === String(seq)', with: 'true' },
      ENTRIES,
    ],
  ]),
  ...defineMutants('src/modules/transparency/adapters', [
    [
      'hashes of four lanes without a comparison',
      'a wrong hash would be published, and fair members would fail to find their slips',
      'sha256-lanes.ts',
      'hashLanes',
      { drop: 'checkLane' },
      ['src/modules/transparency/adapters/sha256-lanes.test.ts'],
    ],
    [
      'leaves in the order of their first bits',
      'a member’s slip would not be found where its hash belongs',
      'slip-tree.ts',
      'isLarger',
      { returns: 'false' },
      ['src/modules/transparency/adapters/slip-tree.test.ts'],
    ],
  ]),
  ...defineMutants('src/modules/transparency/model', [
    [
      'entry without its hash',
      'a changed entry would be said to be in the log',
      'entry-proofs.ts',
      'checkEntryProof',
      { drop: 'doesn’t match its hash' },
      ENTRIES,
    ],
    [
      'entry without its chain',
      'an entry of another history would be said to be in the log',
      'entry-proofs.ts',
      'checkEntryProof',
      { drop: 'throw new Error(problem)' },
      ENTRIES,
    ],
    [
      'proof of another entry than the one on the screen',
      'a member would download a correct proof of something else',
      'entry-proofs.ts',
      'checkSameEntry',
      { drop: 'The proof is of another entry' },
      ENTRIES,
    ],
    [
      'entry of another head',
      'an entry that is not in the log would be said to be in it',
      'entry-proofs.ts',
      'checkEntryProof',
      { drop: 'The log names another block' },
      ENTRIES,
    ],
    [
      'slip used twice',
      'one slip would stand for two',
      'liability-proofs.ts',
      'checkLiabilityProof',
      { drop: 'is counted twice' },
      FRAUDS,
    ],
    [
      'slip of another value',
      'a slip of $250,000 could count as one dollar',
      'liability-proofs.ts',
      'checkPlace',
      { drop: 'is listed with another amount' },
      FRAUDS,
    ],
    [
      'slip that is not in the tree',
      'a member whose money is left out would read that it is included',
      'liability-proofs.ts',
      'checkLeaves',
      { drop: 'is missing from the published total' },
      FRAUDS,
    ],
    [
      'amounts that the slips don’t add up to',
      'a member whose money is left out would read that it is included',
      'liability-proofs.ts',
      'checkLiabilityProof',
      { expression: 'sum !== amounts[kind]', with: 'false' },
      FRAUDS,
    ],
    [
      'total that is not the sum',
      'any total could be published',
      'manifests.ts',
      'parseManifest',
      { drop: 'The published total is not the sum' },
      FRAUDS,
    ],
    [
      'nodes of another tree',
      'slips could be in a tree that is not published',
      'manifests.ts',
      'parseNodes',
      { drop: 'do not give the root' },
      FRAUDS,
    ],
    [
      'checkpoint without the signature of its log',
      'anyone could sign a log',
      'log-proofs.ts',
      'checkLogProof',
      { drop: 'not signed by its log' },
      FRAUDS,
    ],
  ]),
  ...defineMutants('src/modules/transparency/model', [
    [
      'witness that is the log under another name',
      'a log without witnesses would look cosigned',
      'log-proofs.ts',
      'listCosignatures',
      { expression: '!counted.has(publicKey)', with: 'true' },
      WITNESSES,
    ],
  ]),
  ...defineMutants('scripts', [
    [
      'offline proof signed by a witness of its file',
      'a forged log would pass for that of the key that the reader has',
      'verify-proof.mjs',
      'checkLogProof',
      {
        expression: 'openNote(note, own)',
        with: 'openNote(note, [...own, ...witnesses.map(parseVkey)])',
      },
      FRAUDS,
    ],
    [
      'offline proof with a place in a list',
      'one slip would stand for any number of them',
      'verify-proof.mjs',
      'parseFile',
      { expression: 'isFile(file)', with: 'true' },
      FRAUDS,
    ],
  ]),
]
