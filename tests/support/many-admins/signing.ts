import { signAsTestAdmin } from '#modules/approvals/testing.ts'
import type { PasskeyAnswer } from '#platform/auth/webauthn.ts'
import { type Rogue, readColumn, type Statement, type World } from './world.ts'

/** The calls by which an approval is given. */
const APPROVING = [
  'POST /api/admin/approvals/{id}/approve',
  'POST /api/admin/withdrawals/{id}/approve',
  'POST /api/transactions/{id}/confirm',
]

const sign = ({ server }: World, rogue: Rogue, proposal: string) =>
  signAsTestAdmin({ app: server.app, database: server.database }, rogue.id, proposal)

/** Signs what a call of a rogue approves, by the rogue's own key; undefined for any other call. */
export async function signCall(
  world: World,
  call: string,
  id: string,
  rogue: Rogue,
): Promise<PasskeyAnswer | undefined> {
  if (!APPROVING.includes(call)) return

  const [proposal] = await readColumn(
    world,
    `select id from approvals.proposals where (id = $1 or subject_id = $1) and decided_by is null
      order by sequence desc`,
    [id],
  )
  return proposal === undefined ? undefined : await sign(world, rogue, proposal)
}

const SIGN = `select approvals.sign($1, approvals.get_statement($1, $2), (select k.id
  from approvals.keys k where k.credential_id = $3), $4, $5, $6, $7)`

/** Returns the statement by which a rogue stores their signature of an approval. */
export async function buildSigning(
  world: World,
  proposal: string,
  rogue: Rogue,
  at: Date,
): Promise<Statement> {
  const { id, response } = await sign(world, rogue, proposal)
  const decode = (name: string) => Buffer.from(String(response[name]), 'base64url')
  const parts = ['authenticatorData', 'clientDataJSON', 'signature'].map(decode)

  return [SIGN, [proposal, rogue.id, id, ...parts, at]]
}
