import type { Tx } from '#platform/db/db.ts'
import type { VerifiedSignature } from '../model.ts'
import type { TransparencyTables, WitnessProblem } from '../tables.ts'

/** The result of a request to a witness. */
export type WitnessOutcome = {
  name: string
  size: number
  signatures: readonly VerifiedSignature[]
  problem: { kind: WitnessProblem; detail: string } | null
}

/** Stores the lines of a witness for a checkpoint, or its problem since it began. */
export async function storeCosignatures(tx: Tx, outcome: WitnessOutcome, now: Date): Promise<void> {
  const { name, size, signatures, problem } = outcome
  const tables = tx.withTables<TransparencyTables>()

  for (const { key, line, at } of signatures)
    await tables
      .insertInto('log_cosignature')
      .values({
        size: BigInt(size),
        witness: name,
        key_id: key.id,
        line,
        signed_at: at ?? now,
      })
      .onConflict((conflict) =>
        conflict.columns(['size', 'witness', 'key_id']).doUpdateSet((set) => ({
          line: set.ref('excluded.line'),
          signed_at: set.ref('excluded.signed_at'),
        })),
      )
      .execute()

  const state = problem
    ? { problem: problem.kind, detail: problem.detail.slice(0, 500), problem_since: now }
    : { problem: null, detail: null, problem_since: null }
  const cosigned = problem ? {} : { size: BigInt(size), cosigned_at: now }
  await tables
    .insertInto('log_witness')
    .values({ name, requested_at: now, ...state, size: 0n, cosigned_at: null, ...cosigned })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((set) => ({
        requested_at: now,
        ...state,
        ...cosigned,
        ...(problem && {
          problem_since: set.fn.coalesce('log_witness.problem_since', set.val(now)),
        }),
      })),
    )
    .execute()
}
