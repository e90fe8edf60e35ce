import type { JSONColumnType } from 'kysely'
import type { Day } from '#lib/dates.ts'
import type { Cents } from '#lib/money.ts'
import type { EntryBody, EntryKind } from './model.ts'

export type TransparencyTables = {
  log_entry: {
    position: bigint
    kind: EntryKind
    subject: string
    body: JSONColumnType<EntryBody, string, never>
    content: Buffer
    leaf: Buffer
  }
  log_node: { level: number; place: bigint; hash: Buffer }
  log_checkpoint: { size: bigint; root: Buffer; note: string; signed_at: Date }
  log_cosignature: {
    size: bigint
    witness: string
    key_id: string
    line: string
    signed_at: Date
  }
  log_witness: {
    name: string
    requested_at: Date
    cosigned_at: Date | null
    size: bigint
    problem: WitnessProblem | null
    detail: string | null
    problem_since: Date | null
  }
  witnessed_log: {
    origin: string
    size: bigint
    root: Buffer
    note: string
    cosigned_at: Date
  }
  liability_epoch: {
    id: string
    day: Day
    seq: bigint
    nonce_secret: Buffer
    begun_at: Date
    manifest: JSONColumnType<EntryBody | null, string, string>
    position: bigint | null
    published_at: Date | null
  }
  liability_account: {
    epoch_id: string
    member_id: string
    email: string
    cash: Cents
    invested: Cents
    profit: Cents
    pending: Cents
    due: Cents
  }
  liability_tile: { epoch_id: string; level: number; tile: bigint; hashes: Buffer }
  /** A view: sources that the log does not show as they are. */
  log_due: { kind: EntryKind; subject: string; body: EntryBody }
}

/** Why a witness has no current cosignature. */
export type WitnessProblem = 'silent' | 'refused' | 'fork'
