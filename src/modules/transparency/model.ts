import { type Day, MINUTE_MS } from '#lib/dates.ts'
import { type Cents, type Currency, mulDiv } from '#lib/money.ts'
import type { MonthOfPlan } from '#modules/plans/model.ts'
import type { CountedPlace, PlanAssets, Reserve } from '#modules/treasury/model.ts'

export {
  checkEntryProof,
  checkSameEntry,
  ENTRY_PROOF_FORMAT,
  type EntryProofFile,
  type HashedRow,
} from './model/entry-proofs.ts'
export { type DailyFigures, type PlaceOnDay, parseDailyFigures } from './model/history.ts'
export {
  checkLiabilityProof,
  formatLiabilityProof,
  type LiabilityProof,
  type LiabilityProofText,
  listOwnSlips,
  listSiblings,
  type ProvedSlip,
  type PublishedTree,
  parseLiabilityProof,
  type SlipRow,
} from './model/liability-proofs.ts'
export {
  ENTRY_KINDS,
  type EntryBody,
  type EntryKind,
  type EntryValue,
  formatCanonicalJson,
  formatEntry,
  joinBundle,
  type LogEntry,
  parseEntry,
  splitBundle,
} from './model/log-entries.ts'
export {
  checkLogProof,
  formatLogProof,
  type KnownKeys,
  type LogProof,
  parseLogProof,
} from './model/log-proofs.ts'
export {
  createTreeReader,
  formatTilePath,
  parseTilePath,
  type ReadTile,
  TILE_WIDTH,
  type TilePlace,
  type TreeReader,
} from './model/log-tiles.ts'
export {
  computeInclusionRoot,
  computeRoot,
  equalsHash,
  HASH_BYTES,
  type Hash,
  hashEmptyTree,
  hashLeaf,
  hashNode,
  isConsistent,
  splitHashes,
  type TreeHead,
} from './model/log-tree.ts'
export {
  buildManifest,
  countValues,
  type Manifest,
  parseManifest,
  parseNodes,
} from './model/manifests.ts'
export {
  type Comparison,
  compareCheckpoints,
  type ObservedCheckpoint,
  parseObserved,
} from './model/observed-checkpoints.ts'
export {
  type CheckedProof,
  checkProofFile,
  PROOF_FILE_FORMAT,
  type ProofExpectation,
  type ProofFile,
  parseFileKeys,
} from './model/proof-files.ts'
export {
  type CheckpointText,
  createVerifierKey,
  ED25519,
  ED25519_COSIGNATURE,
  formatCheckpointText,
  formatSignatureLine,
  formatVkey,
  getSignedMessage,
  type KeyType,
  listVkeyProblems,
  ML_DSA_44_COSIGNATURE,
  type OpenedNote,
  openCheckpoint,
  parseVkey,
  type VerifiedSignature,
  type VerifierKey,
  type VerifySignature,
  verifyEd25519,
} from './model/signed-notes.ts'
export { MIN_SLIPS, SLIP_VALUES } from './model/slip-values.ts'
export {
  computeOwnerKey,
  getNodeHeight,
  hashSlip,
  LIABILITY_KINDS,
  type LiabilityAmounts,
  type LiabilityKind,
  OWED_KINDS,
  type Slip,
} from './model/slips.ts'
export {
  type AddCheckpointRequest,
  formatAddCheckpoint,
  parseAddCheckpoint,
} from './model/witness-requests.ts'

/** The limits for each member. */
export const LIMITS = {
  /** A proof reads some hundred hashes, and a member needs one a day. */
  proofReads: { max: 60, windowMs: 10 * MINUTE_MS },
} as const

/** Cents owed to members, by availability. */
export type MemberLiabilities = {
  total: Cents
  /** Payable without notice: cash, profit and pending withdrawals. */
  atOnce: Cents
  /** In positions: available by the liquidity of each plan. */
  invested: Cents
  members: number
  /** Returns that fell due and wait for plan income: not in the total. */
  due: Cents
}

export type CoinHolding = { currency: Currency; amount: string; cents: Cents | null }

/**
 * Assets held against it: counted custody and plan assets. Crypto counts at the current price, and
 * as zero without a price.
 */
export type BackingAssets = {
  total: Cents
  /** Without the payments that are not matched to a member. */
  custody: Cents
  /** Payments that are not matched to a member: not held for members. */
  suspense: Cents
  /** Placed outside for plans: the amount placed less write-offs. */
  placed: Cents
  coins: CoinHolding[]
  places: CountedPlace[]
  /** The days after which an outside balance no longer confirms what the ledger holds. */
  maxAgeDays: number
}

export type OpenPlan = {
  planId: string
  name: string
  family: string
  invested: Cents
  recorded: Cents
  lost: Cents
  paid: Cents
  /** Due to members, awaiting income of this plan. */
  due: Cents
  months: MonthOfPlan[]
  /** The part of the income that was recorded while assets were placed outside for the plan. */
  recordedWhilePlaced: Cents
  /** The assets placed outside for the plan; null where nothing ever was. */
  assets: PlanAssets | null
}

/**
 * The admins who may approve another admin's proposal, the day on which the last one joined, and
 * when the owner of the database last ended all approval keys.
 */
export type Deciders = {
  count: number
  lastJoinedOn: Day | null
  keysReset: { startedAt: Date; reason: string } | null
}

/** An address of the operator on a chain, as it is published. */
export type PublishedReserve = Omit<Reserve, 'id' | 'addedAt' | 'challenge'>

/** A signed head of the log: its name, number of entries and root, and the key that signed it. */
export type LogHead = { origin: string; size: number; root: string; signedAt: Date; vkey: string }

/** The log as the page of the open books shows it. */
export type LogReport = {
  size: number
  /** The entries of the published head: fewer than all while the newest ones await a witness. */
  publishedSize: number
  signedAt: Date
  vkeys: string[]
  witnesses: {
    name: string
    /** The time it cosigned the published head; null where it didn't. */
    cosignedAt: Date | null
    /** The last head that it cosigned. */
    last: { size: number; at: Date } | null
    /** Since when it reports another history of the log; null where it doesn't. */
    forkSince: Date | null
  }[]
  /** The newest proof of liabilities, with the bundle of the log that has its manifest. */
  proof: { epoch: string; day: Day; seq: string; owed: Cents; tilePath: string } | null
}

/** Returns the assets per dollar owed, in cents and rounded down; null while nothing is owed. */
export const computeCoverage = (held: Cents, owed: Cents): Cents | null =>
  owed > 0n ? mulDiv(held, 100n, owed) : null

/**
 * Returns the custody per dollar payable without notice, in cents, rounded down, at most 100.
 */
export function computeImmediateCoverage(custody: Cents, atOnce: Cents): Cents {
  if (atOnce <= 0n) return 100n
  const coverage = mulDiv(custody, 100n, atOnce)
  return coverage > 100n ? 100n : coverage
}

/** The income and losses of all plans in one month. */
export type MonthSum = { month: string; income: Cents; loss: Cents }

/** Returns the months of all plans added up, oldest first. */
export function sumMonths(plans: readonly Pick<OpenPlan, 'months'>[]): MonthSum[] {
  const sums = new Map<string, MonthSum>()
  for (const { months } of plans)
    for (const { month, income, loss } of months) {
      const sum = sums.get(month) ?? { month, income: 0n, loss: 0n }
      sums.set(month, { month, income: sum.income + income, loss: sum.loss + loss })
    }

  return [...sums.values()].sort((a, b) => a.month.localeCompare(b.month))
}
