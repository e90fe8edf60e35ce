import { sql } from 'kysely'
import { verifyStoredSignature } from '#platform/auth/webauthn.ts'
import type { Reader } from '#platform/db/db.ts'

const PAGE = 500

/** An approval, with what its admin signs and, where there is one, the signature and its key. */
type Approved = {
  sequence: string
  id: string
  statement: string
  signed: string | null
  isOwnKey: boolean | null
  credential_id: string
  public_key: Buffer
  rp_id: string
  origin: string
  authenticator_data: Buffer
  client_data: Buffer
  signature: Buffer
}

/**
 * Returns the ids of approvals that are not signed by the admin who gave them, over exactly what
 * was approved, by a key that counted when it was decided and whose confirmations lead back to one
 * of the first of its generation, either of no generation of keys or of one that was started.
 * Approvals from before approvals were signed need no signature; what has one is checked. Memory
 * holds one page at a time.
 */
export async function listUnsignedApprovals(reader: Reader): Promise<string[]> {
  const unsigned: string[] = []
  for (let after: string | undefined = '0'; after !== undefined; ) {
    const page: readonly Approved[] = await listPage(reader, after)
    for (const approved of page) if (!(await isSigned(approved))) unsigned.push(approved.id)
    after = page.at(-1)?.sequence
  }

  return unsigned
}

async function listPage(reader: Reader, after: string): Promise<Approved[]> {
  const { rows } = await sql<Approved>`
    with recursive rooted as (
      select k.id from approvals.keys k where k.kind = 'software' or k.first and (
        k.generation is null or exists (
          select from approvals.key_generations g
          where g.generation = k.generation and g.started_at <= k.registered_at))
      union
      select k.id from approvals.keys k join approvals.signatures s on s.subject = k.confirmed_by
        join rooted r on r.id = s.key)
    select p.sequence::text, p.id, approvals.get_statement(p.id, p.decided_by) as statement,
      s.statement as signed, s.authenticator_data, s.client_data, s.signature,
      k.admin_id = p.decided_by and (k.kind = 'software' or k.usable_from <= p.decided_at)
        and (k.ended_at is null or k.ended_at > p.decided_at)
        and (k.kind = 'passkey' or not approvals.is_live())
        and k.id in (select id from rooted) as "isOwnKey",
      k.credential_id, k.public_key, k.rp_id, k.origin
    from approvals.proposals p
    left join approvals.signatures s on s.subject = p.id
    left join approvals.keys k on k.id = s.key
    where p.approved and p.sequence > ${after}
      and (p.sequence > (select unsigned_proposals from approvals.get_unsigned())
        or s.subject is not null)
    order by p.sequence limit ${PAGE}`.execute(reader)

  return rows
}

async function isSigned(approved: Approved): Promise<boolean> {
  const { statement, signed, isOwnKey } = approved
  if (signed === null || signed !== statement || !isOwnKey) return false

  return await verifyStoredSignature(
    {
      credentialId: approved.credential_id,
      publicKey: approved.public_key,
      origin: approved.origin,
      rpID: approved.rp_id,
    },
    statement,
    {
      authenticatorData: approved.authenticator_data,
      clientData: approved.client_data,
      signature: approved.signature,
    },
  )
}
