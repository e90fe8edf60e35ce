import { base64 } from '@scure/base'
import {
  deriveSigningKey,
  type SigningKey,
  signCheckpoint,
} from '#modules/transparency/adapters/log-keys.ts'
import {
  buildManifest,
  computeOwnerKey,
  computeRoot,
  ED25519,
  type EntryBody,
  formatCanonicalJson,
  formatCheckpointText,
  formatEntry,
  formatLiabilityProof,
  formatLogProof,
  formatVkey,
  getNodeHeight,
  type Hash,
  hashLeaf,
  hashNode,
  hashSlip,
  LIABILITY_KINDS,
  type LiabilityAmounts,
  type LiabilityKind,
  openCheckpoint,
  PROOF_FILE_FORMAT,
  type ProofFile,
  SLIP_VALUES,
  type Slip,
} from '#modules/transparency/model.ts'

export type Owner = { email: string; nonce: string; amounts: LiabilityAmounts; slips: Slip[] }

/** A slip as a publisher lays it into the tree: by a fair one, where its value belongs. */
export type LaidSlip = Slip & { owner: Owner; range: { kind: LiabilityKind; value: number } }

/** What a dishonest publisher changes, step by step. */
export type Fraud = {
  /** The slips before they are sorted; leaving one out or moving it is done here. */
  lay?: (slips: LaidSlip[]) => LaidSlip[]
  /** The leaf of a slip. */
  hash?: (slip: LaidSlip, fair: Hash) => Hash
  /** The manifest before it is put into the log. */
  manifest?: (body: ReturnType<typeof buildManifest>) => EntryBody
  /** The file for the victim. */
  file?: (file: ProofFile, publication: Publication) => ProofFile
  /** Whose slips the victim is shown. */
  shown?: (slip: LaidSlip, victim: Owner) => boolean
}

export type Publication = { fileOf: (owner: Owner) => ProofFile; key: SigningKey; laid: LaidSlip[] }

export const ORIGIN = 'books.example/open-books/log'
export const LOG_KEY = deriveSigningKey('the key of an invented log', 'log', ORIGIN, ED25519)
const AT = new Date('2026-11-26T09:00:00Z')
export const LOG_VKEY = formatVkey(LOG_KEY)

/** Publishes the proof of liabilities of some owners, with code of its own and maybe with a fraud. */
export function publishSlips(
  owners: readonly Owner[],
  epoch: string,
  fraud: Fraud = {},
): Publication {
  const fair = owners.flatMap((owner) =>
    owner.slips.map((slip): LaidSlip => ({ ...slip, owner, range: slip })),
  )
  const hashFairly = (slip: LaidSlip) =>
    hashSlip(computeOwnerKey(epoch, slip.owner.email, slip.owner.nonce), slip)
  const laid = (fraud.lay?.(fair) ?? fair)
    .map((slip) => {
      const leaf = hashFairly(slip)
      return { slip, leaf: fraud.hash?.(slip, leaf) ?? leaf }
    })
    .sort(
      (a, b) =>
        LIABILITY_KINDS.indexOf(a.slip.range.kind) - LIABILITY_KINDS.indexOf(b.slip.range.kind) ||
        a.slip.range.value - b.slip.range.value ||
        Buffer.compare(a.leaf, b.leaf),
    )

  const levels: Hash[][] = [laid.map(({ leaf }) => leaf)]
  while (levels.length <= getNodeHeight(laid.length)) levels.push(fold(levels.at(-1) ?? []))
  const nodes = levels.at(-1) ?? []
  const counts = LIABILITY_KINDS.map((kind) =>
    SLIP_VALUES.map((value) => countLaid(laid, kind, value)),
  )
  const built = buildManifest({
    epoch,
    day: '2026-11-26',
    seq: '42',
    tree: { size: laid.length, root: computeRoot(nodes), counts },
  })
  const body = fraud.manifest?.(built) ?? built
  const entry = formatEntry({
    kind: 'liabilities',
    subject: '2026-11-26',
    at: AT.toISOString(),
    body,
  })

  const fileOf = (owner: Owner): ProofFile => {
    const slips = laid.flatMap(({ slip }, place) =>
      (fraud.shown?.(slip, owner) ?? slip.owner === owner)
        ? [{ ...slip, ...slip.range, place }]
        : [],
    )
    return {
      format: PROOF_FILE_FORMAT,
      email: owner.email,
      amounts: Object.fromEntries(
        LIABILITY_KINDS.map((kind) => [kind, String(owner.amounts[kind])]),
      ) as ProofFile['amounts'],
      proof: formatLiabilityProof({
        epoch,
        nonce: owner.nonce,
        slips,
        hashes: collectHashes(levels, new Set(slips.map(({ place }) => place))),
      }),
      nodes: base64.encode(Uint8Array.from(Buffer.concat(nodes))),
      entry: new TextDecoder().decode(entry),
      logProof: signEntry(entry),
      vkeys: [LOG_VKEY],
      witnesses: [],
    }
  }
  const publication = { fileOf, key: LOG_KEY, laid: laid.map(({ slip }) => slip) }

  return fraud.file
    ? {
        ...publication,
        fileOf: (owner) => fraud.file?.(fileOf(owner), publication) ?? fileOf(owner),
      }
    : publication
}

/** Returns the proof of an entry in a log of two entries. */
export function signEntry(entry: Uint8Array): string {
  const other = hashLeaf(Uint8Array.of(1))
  const checkpoint = { origin: ORIGIN, size: 2, root: hashNode(other, hashLeaf(entry)) }
  const note = `${formatCheckpointText(checkpoint)}\n${signCheckpoint(LOG_KEY, checkpoint, AT)}`
  return formatLogProof({ index: 1, hashes: [other], checkpoint: note })
}

/** Signs the checkpoint of a file again, by other keys alone. */
export function signAgain<File extends Pick<ProofFile, 'logProof'>>(
  file: File,
  ...keys: SigningKey[]
): File {
  const end = file.logProof.indexOf('\n\n') + 2
  const checkpoint = openCheckpoint(file.logProof.slice(end), [])
  const lines = keys.map((key) => signCheckpoint(key, checkpoint, AT))
  const note = `${formatCheckpointText(checkpoint)}\n${lines.join('')}`

  return { ...file, logProof: file.logProof.slice(0, end) + note }
}

/** Puts another body into the entry of a file, signed by the log as a dishonest operator can. */
export function replaceBody(file: ProofFile, change: (body: EntryBody) => EntryBody): ProofFile {
  const value = JSON.parse(file.entry)
  const entry = formatCanonicalJson({ ...value, body: change(value.body) })
  return { ...file, entry, logProof: signEntry(new TextEncoder().encode(entry)) }
}

const fold = (level: readonly Hash[]) =>
  Array.from({ length: Math.ceil(level.length / 2) }, (_, at) => {
    const left = level[2 * at] as Hash
    const right = level[2 * at + 1]
    return right ? hashNode(left, right) : left
  })

/** Collects the hashes that places need, level by level, by code of its own. */
function collectHashes(levels: readonly Hash[][], leaves: ReadonlySet<number>): Hash[] {
  let places = leaves
  return levels.slice(0, -1).flatMap((level) => {
    const own = places
    const siblings = level.filter(
      (_, place) => !own.has(place) && own.has(place % 2 === 0 ? place + 1 : place - 1),
    )
    places = new Set(Array.from(own, (place) => Math.floor(place / 2)))
    return siblings
  })
}

const countLaid = (laid: readonly { slip: LaidSlip }[], kind: LiabilityKind, value: number) =>
  laid.filter(({ slip }) => slip.range.kind === kind && slip.range.value === value).length
