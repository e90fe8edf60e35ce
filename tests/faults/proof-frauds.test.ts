import { base64 } from '@scure/base'
import { describe, expect, test } from 'vitest'
import { deriveSigningKey } from '#modules/transparency/adapters/log-keys.ts'
import {
  checkProofFile,
  ED25519,
  type EntryBody,
  formatVkey,
  LIABILITY_KINDS,
  type LiabilityAmounts,
  listOwnSlips,
  type ProofFile,
  parseVkey,
  SLIP_VALUES,
} from '#modules/transparency/model.ts'
import { verifyProofFile } from '../../scripts/verify-proof.mjs'
import {
  type Fraud,
  type LaidSlip,
  LOG_VKEY,
  ORIGIN,
  type Owner,
  publishSlips,
  replaceBody,
  signAgain,
} from '../support/slip-publisher.ts'

const EPOCH = 'lia_00000000000000000001'
/** As if every value had slips enough, so that none is cut further. */
const ENOUGH = LIABILITY_KINDS.map(() => SLIP_VALUES.map(() => 5))

function createOwner(email: string, amounts: LiabilityAmounts): Owner {
  const cents = LIABILITY_KINDS.map((kind) => amounts[kind])
  return { email, nonce: `nonce of ${email}`, amounts, slips: listOwnSlips(ENOUGH, cents) }
}
/** Two slips of the largest value. */
const TWO_SLIPS = 180_000_000_000n
const amounts = {
  cash: 1_234_556n,
  invested: 250_000_00n,
  profit: 99n,
  pending: TWO_SLIPS,
  due: 700n,
}
const victim = createOwner('maya@example.com', amounts)
const twin = createOwner('tomas@example.com', amounts)
const others = Array.from({ length: 40 }, (_, at) =>
  createOwner(`member${at}@example.com`, {
    cash: BigInt(at * 7_919 + 3),
    invested: at % 3 === 0 ? 0n : BigInt(at * 99_991),
    profit: BigInt(at * 101),
    pending: at % 5 === 0 ? 5_000n : 0n,
    due: BigInt(at % 4) * 350n,
  }),
)
const owners = [victim, twin, ...others]

/** The check of the member's browser, by what the member knows. */
const checkInBrowser = (file: ProofFile, owner: Owner) =>
  checkProofFile(file, {
    email: owner.email,
    amounts: owner.amounts,
    keys: [parseVkey(LOG_VKEY)],
    witnesses: file.witnesses.map(parseVkey),
  })
const checkOffline = (file: ProofFile, owner: Owner) =>
  verifyProofFile(JSON.stringify(file), {
    email: owner.email,
    amounts: Object.fromEntries(LIABILITY_KINDS.map((kind) => [kind, String(owner.amounts[kind])])),
    keys: [LOG_VKEY],
    witnesses: file.witnesses,
  })

type Slips = Record<string, [number, number][]>
/** Changes the slips of a manifest and states the totals that follow, as a liar would. */
function changeSlips(body: EntryBody, change: (slips: Slips) => void): EntryBody {
  const slips = structuredClone(body.slips) as unknown as Slips
  change(slips)
  const sums = Object.entries(slips).map(([kind, list]): [string, bigint] => [
    kind,
    list.reduce(
      (sum, [value, count]) => sum + BigInt(Math.trunc(value)) * BigInt(Math.trunc(count)),
      0n,
    ),
  ])
  const owed = sums.filter(([kind]) => kind !== 'due').reduce((sum, [, cents]) => sum + cents, 0n)
  const totals = Object.fromEntries(sums.map(([kind, cents]) => [kind, String(cents)]))
  return { ...body, slips: slips as unknown as EntryBody, totals, owedCents: String(owed) }
}
const isOwn = (owner: Owner) => owner === victim
const changeProof = (file: ProofFile, change: (slips: unknown[][]) => void): ProofFile => {
  const proof = structuredClone(file.proof)
  change(proof.slips)
  return { ...file, proof }
}

/** Leaves out one of the victim's two equal slips. */
const leaveOutSecond = (slips: LaidSlip[]) =>
  slips.filter(({ owner, kind, number }) => !isOwn(owner) || kind !== 'pending' || number === 0)

/** Leaves it out, and shows the other one again, with its place written in some way. */
const showTwice = (writePlace: (place: number) => unknown): Fraud => ({
  lay: leaveOutSecond,
  file: (file) =>
    changeProof(file, (slips) => {
      const left = slips.find(([kind]) => kind === 'pending')
      if (left) slips.push(left.with(3, writePlace(Number(left[3]))))
    }),
})

const FRAUDS: Record<string, Fraud> = {
  'the largest slip is left out': {
    lay: (slips) => slips.filter(({ owner, value }) => !isOwn(owner) || value !== 25_000_000),
  },
  'one cent is left out': {
    lay: (slips) => slips.filter(({ owner, kind }) => !isOwn(owner) || kind !== 'profit'),
  },
  'a withdrawal on its way is left out': {
    lay: (slips) => slips.filter(({ owner, kind }) => !isOwn(owner) || kind !== 'pending'),
  },
  'a member is left out': { lay: (slips) => slips.filter(({ owner }) => !isOwn(owner)) },
  'a slip lies among those of a smaller value': {
    lay: (slips) =>
      slips.map((slip) =>
        isOwn(slip.owner) && slip.kind === 'invested'
          ? { ...slip, range: { kind: slip.kind, value: 100 } }
          : slip,
      ),
  },
  'a slip of cash lies among what is not owed yet': {
    lay: (slips) =>
      slips.map((slip) =>
        isOwn(slip.owner) && slip.kind === 'cash'
          ? { ...slip, range: { kind: 'due', value: slip.value } }
          : slip,
      ),
  },
  'slips are shared between two members with equal amounts': {
    lay: (slips) => slips.filter(({ owner }) => !isOwn(owner)),
    shown: (slip, owner) => slip.owner === (isOwn(owner) ? twin : owner),
  },
  'slips are shared, with the nonce of the other member': {
    lay: (slips) => slips.filter(({ owner }) => !isOwn(owner)),
    shown: (slip, owner) => slip.owner === (isOwn(owner) ? twin : owner),
    file: (file) => ({ ...file, proof: { ...file.proof, nonce: twin.nonce } }),
  },
  'slips are shared, with nonce and address of the other member': {
    lay: (slips) => slips.filter(({ owner }) => !isOwn(owner)),
    file: (_, { fileOf }) => fileOf(twin),
  },
  'one of two equal slips is left out, and the other one shown twice': showTwice((place) => place),
  'one of two equal slips is shown twice, its place in a list': showTwice((place) => [place]),
  'one of two equal slips is shown twice, its place as text': showTwice(String),
  'one of two equal slips is shown twice, its place with a fraction': showTwice(
    (place) => place + 0.5,
  ),
  'a slip of another member of the same value is shown': {
    lay: (slips) => slips.filter(({ owner, kind }) => !isOwn(owner) || kind !== 'pending'),
    shown: (slip, owner) =>
      slip.owner === owner || (isOwn(owner) && slip.owner === twin && slip.kind === 'pending'),
  },
  'the leaf of a slip is random': {
    hash: ({ owner, kind }, fair) =>
      isOwn(owner) && kind === 'cash' ? new Uint8Array(32).fill(7) : fair,
  },
  'the total is less than the sum': {
    manifest: (body) => ({ ...body, owedCents: String(BigInt(body.owedCents) - 50_000_000n) }),
  },
  'the total of a kind is less than its sum': {
    manifest: (body) => ({ ...body, totals: { ...body.totals, cash: '1' } }),
  },
  'a range has another value': {
    manifest: (body) =>
      changeSlips(body, ({ invested = [] }) => {
        for (const pair of invested) if (pair[0] === 25_000_000) pair[0] = 24_000_000
      }),
  },
  'two ranges share places by a negative number of slips': {
    manifest: (body) =>
      changeSlips(body, ({ invested = [], due = [] }) => {
        invested.push([90_000_000_000, -1])
        due.push([90_000_000_000, 1])
      }),
  },
  'a value appears twice, out of order': {
    manifest: (body) =>
      changeSlips(body, ({ cash = [] }) => {
        const last = cash.at(-1)
        if (last) {
          last[1] -= 1
          cash.push([1, 1])
        }
      }),
  },
  'a number of slips is not whole': {
    manifest: (body) => {
      const text = JSON.stringify(body.slips).replace(/,(\d+)\]/, ',"$1"]')
      return { ...body, slips: JSON.parse(text) }
    },
  },
  'a kind with a negative value is added': {
    manifest: (body) =>
      changeSlips(body, (slips) => {
        slips.rebate = [[-1_000_000, 1]]
      }),
  },
  'the tree has more leaves than the manifest': {
    manifest: (body) => ({ ...body, size: body.size - 1 }),
  },
  'the manifest drops a range': {
    manifest: (body) =>
      changeSlips(body, (slips) => {
        slips.profit = []
      }),
  },
  'the proof is of an older day': {
    file: (file) => ({
      ...publishSlips(owners, 'lia_old').fileOf(victim),
      entry: file.entry,
      logProof: file.logProof,
      nodes: file.nodes,
    }),
  },
  'the nodes are those of another tree': {
    file: (file) => ({ ...file, nodes: publishSlips(owners, 'lia_old').fileOf(victim).nodes }),
  },
  'a node is missing': {
    file: (file) => ({ ...file, nodes: base64.encode(base64.decode(file.nodes).slice(32)) }),
  },
  'the root is another one': {
    file: (file) =>
      replaceBody(file, (body) => ({ ...body, root: base64.encode(new Uint8Array(32)) })),
  },
  'the entry is not in the log': {
    file: (file) => ({ ...file, entry: file.entry.replace('"seq":"42"', '"seq":"43"') }),
  },
  'the entry is of another kind': {
    file: (file) =>
      replaceBody(
        { ...file, entry: file.entry.replace('"liabilities"', '"coverage"') },
        (body) => body,
      ),
  },
  'the checkpoint is signed by another key': {
    file: (file) => {
      const other = deriveSigningKey('another key', 'log', ORIGIN, ED25519)
      return { ...signAgain(file, other), vkeys: [] }
    },
  },
  'the log is signed by a witness of the file that has its name': {
    file: (file) => {
      const other = deriveSigningKey('another key', 'log', ORIGIN, ED25519)
      return { ...signAgain(file, other), vkeys: [], witnesses: [formatVkey(other)] }
    },
  },
  'the amounts of the file are lowered with its slips': {
    lay: (slips) => slips.filter(({ owner, kind }) => !isOwn(owner) || kind !== 'invested'),
    file: (file) => ({ ...file, amounts: { ...file.amounts, invested: '0' } }),
  },
}

/** An owner of so many slips that the published nodes are above the leaves. */
const rich = createOwner('rich@example.com', { ...amounts, due: 4_500n * 90_000_000_000n })
const changeHashes = (change: (hashes: Uint8Array) => Uint8Array): Fraud => ({
  file: (file) => {
    const hashes = base64.encode(change(base64.decode(file.proof.hashes)))
    return { ...file, proof: { ...file.proof, hashes } }
  },
})
const PATH_FRAUDS: Record<string, Fraud> = {
  'a hash of a path is changed': changeHashes((hashes) => hashes.fill(7, 0, 32)),
  'a hash of a path is missing': changeHashes((hashes) => hashes.slice(32)),
  'a hash is added': changeHashes((hashes) => Uint8Array.from([...hashes, ...new Uint8Array(32)])),
  'a hash is cut off': changeHashes((hashes) => hashes.slice(1)),
  'two hashes change places': changeHashes((hashes) =>
    Uint8Array.from([...hashes.slice(32, 64), ...hashes.slice(0, 32), ...hashes.slice(64)]),
  ),
  'the hashes are missing': changeHashes(() => new Uint8Array()),
  'the slips of another member are shown with their hashes': {
    shown: (slip, owner) => slip.owner === (isOwn(owner) ? twin : owner),
  },
  'a slip is left out of the tree, and shown at the place of another one': {
    lay: leaveOutSecond,
    shown: (slip, owner) =>
      slip.owner === owner || (isOwn(owner) && slip.owner === twin && slip.kind === 'pending'),
  },
  'the leaf of a slip is random': FRAUDS['the leaf of a slip is random'] as Fraud,
}

describe('A fair proof', () => {
  test('is accepted by the browser and by the offline verifier, for every member', () => {
    const { fileOf } = publishSlips(owners, EPOCH)
    for (const owner of owners) {
      expect(checkInBrowser(fileOf(owner), owner).manifest.day).toBe('2026-11-26')
      expect(checkOffline(fileOf(owner), owner).manifest.seq).toBe('42')
    }
  })
})

describe('A dishonest proof is refused by the browser and by the offline verifier:', () => {
  test.each(Object.keys(FRAUDS))('%s', (name) => {
    const file = publishSlips(owners, EPOCH, FRAUDS[name]).fileOf(victim)
    expect(() => checkInBrowser(file, victim), 'the browser').toThrow()
    expect(() => checkOffline(file, victim), 'the file for Node').toThrow()
  })
})

describe('In a tree whose published nodes are above the leaves', () => {
  const all = [...owners, rich]

  test('a fair proof is accepted, with each hash once', () => {
    const { fileOf } = publishSlips(all, EPOCH)
    for (const owner of [victim, twin, ...others.slice(0, 8), rich]) {
      const file = fileOf(owner)
      expect(checkInBrowser(file, owner).manifest.seq).toBe('42')
      expect(checkOffline(file, owner).manifest.seq).toBe('42')
    }
    const hashes = Buffer.from(fileOf(victim).proof.hashes, 'base64').toString('hex')
    expect(hashes.length).toBeGreaterThan(64)
    expect(new Set(hashes.match(/.{64}/g)).size).toBe(hashes.length / 64)
  })

  test.each(Object.keys(PATH_FRAUDS))('%s, and both refuse it', (name) => {
    const file = publishSlips(all, EPOCH, PATH_FRAUDS[name]).fileOf(victim)
    expect(() => checkInBrowser(file, victim), 'the browser').toThrow()
    expect(() => checkOffline(file, victim), 'the file for Node').toThrow()
  })
})
