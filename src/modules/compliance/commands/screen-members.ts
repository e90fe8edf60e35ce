import { createHash } from 'node:crypto'
import { createId } from '#lib/ids.ts'
import { systemActor } from '#modules/audit/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { STAFF } from '#platform/events/events.ts'
import { toJsonText } from '#platform/http/json.ts'
import { DEFAULT_THRESHOLD, type Hit } from '../model/name-match.ts'
import type { ScreenedPerson } from '../model.ts'
import { type ListIndex, loadListIndex } from '../queries/list-index.ts'
import type { ComplianceTables } from '../tables.ts'

/** Members screened in one transaction; the process does other work between two of them. */
const BATCH = 200

type DueMember = ComplianceTables['screening_due']

/** The index of the lists that were used last: it takes a second to build for all of them. */
let loaded: ListIndex | undefined

/**
 * Screens every member who is due: new, with another name, country or date of birth, or not yet
 * compared with the newest lists. Each party that a member resembles opens a case, unless the same
 * was decided.
 */
export async function screenMembers(app: App): Promise<void> {
  for (;;) {
    const due = await app.db
      .withTables<ComplianceTables>()
      .selectFrom('screening_due')
      .selectAll()
      .limit(BATCH)
      .execute()
    const [first] = due
    if (!first) return

    const lists = loaded?.lists === first.lists ? loaded : await loadListIndex(app.db, first.lists)
    if (!lists) continue // a list was replaced meanwhile: the members are due for the next version
    loaded = lists

    const opened = await runInTransaction(app.db, async (tx) => await screen(app, tx, lists, due))
    if (opened > 0) app.events.publish(STAFF, 'screening')
    if (due.length < BATCH) return
  }
}

/** Screens members and returns how many cases were opened. */
async function screen(
  app: App,
  tx: Tx,
  lists: ListIndex,
  members: readonly DueMember[],
): Promise<number> {
  const now = app.clock.now()
  let opened = 0

  for (const member of members) {
    const { name, birth_date: birthDate, country } = member
    const person: ScreenedPerson = { name, birthDate, country }
    for (const hit of lists.index.match(person, DEFAULT_THRESHOLD)) {
      const id = await openCase(tx, { member, person, hit, lists, at: now })
      if (id) {
        opened += 1
        const details = { memberId: member.member_id, score: hit.score }
        await record(tx, now, systemActor, 'screening.case-opened', id, details)
      }
    }
  }

  await tx
    .withTables<ComplianceTables>()
    .insertInto('member_screening')
    .values(
      members.map(({ member_id, profile_version, identity_version, lists: screened }) => ({
        member_id,
        profile_version,
        identity_version,
        lists: screened,
        screened_at: now,
      })),
    )
    .onConflict((conflict) =>
      conflict.column('member_id').doUpdateSet((set) => ({
        profile_version: set.ref('excluded.profile_version'),
        identity_version: set.ref('excluded.identity_version'),
        lists: set.ref('excluded.lists'),
        screened_at: set.ref('excluded.screened_at'),
      })),
    )
    .execute()

  return opened
}

type Found = { member: DueMember; person: ScreenedPerson; hit: Hit; lists: ListIndex; at: Date }

/** Opens a case and returns its id; null if the same was found before. */
async function openCase(tx: Tx, { member, person, hit, lists, at }: Found): Promise<string | null> {
  const found = lists.parties.get(hit.key)
  if (!found) return null

  const { listId, party } = found
  const content = toJsonText([member.member_id, party, person])
  const row = await tx
    .withTables<ComplianceTables>()
    .insertInto('screening_case')
    .values({
      id: createId('scc'),
      member_id: member.member_id,
      list_id: listId,
      party_id: party.id,
      party: toJsonText(party) as never,
      person: toJsonText(person) as never,
      score: hit.score,
      matched_name: hit.matchedName,
      content_hash: createHash('sha256').update(content).digest('hex'),
      opened_at: at,
      status: 'open',
    })
    .onConflict((conflict) => conflict.column('content_hash').doNothing())
    .returning('id')
    .executeTakeFirst()

  return row?.id ?? null
}
