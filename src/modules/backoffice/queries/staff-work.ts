import { EXPIRING_MS, type Proposal } from '#modules/approvals/model.ts'
import { listProposals } from '#modules/approvals/queries.ts'
import { listOpenWork } from '#modules/desk/queries.ts'
import { listWaitingVersions } from '#modules/plans/queries.ts'
import type { App } from '#platform/app.ts'
import type { Reader } from '#platform/db/db.ts'
import {
  type Delivery,
  STAFF_EVENTS,
  type StaffEvent,
  type StaffWork,
} from '../model/staff-events.ts'
import type { BackofficeTables } from '../tables.ts'

/** Lists the work that waits for the staff and that mails are about. */
export async function listStaffWork(
  reader: Reader,
  { clock, config }: Pick<App, 'clock' | 'config'>,
): Promise<StaffWork[]> {
  const now = clock.now()
  const open = await listOpenWork(reader)
  const proposals = await listProposals(reader, now, { state: 'waiting', limit: 200 })
  const soon = new Date(now.getTime() + EXPIRING_MS)

  return [
    ...open.map(({ subjectId, kind }) => ({
      event: kind,
      subjectId,
      permission: STAFF_EVENTS[kind].permission,
      proposedBy: null,
      expiresAt: null,
    })),
    ...proposals.map((proposal) => toWork('approval', proposal)),
    ...(await listDraftWork(reader, config)),
    ...proposals
      .filter(({ expiresAt }) => expiresAt < soon)
      .map((proposal) => toWork('expiring', proposal)),
  ]
}

const toWork = (
  event: StaffEvent,
  { id, permission, proposedBy, expiresAt }: Proposal,
): StaffWork => ({ event, subjectId: id, permission, proposedBy, expiresAt })

/** Returns the plan drafts that another admin has to publish; they don't expire. */
const listDraftWork = async (reader: Reader, config: App['config']): Promise<StaffWork[]> =>
  (await listWaitingVersions(reader, config)).map(({ id, proposedBy }) => ({
    event: 'approval',
    subjectId: id,
    permission: 'plan.publish',
    proposedBy,
    expiresAt: null,
  }))

export type StaffChoice = { staffId: string; event: StaffEvent; delivery: Delivery }

/** Lists the choices of one staff member or of all; without one an event is mailed at once. */
export async function listStaffChoices(reader: Reader, staffId?: string): Promise<StaffChoice[]> {
  const choices = reader
    .withTables<BackofficeTables>()
    .selectFrom('staff_notification_choice')
    .select(['staff_id as staffId', 'event', 'delivery'])

  return await (staffId ? choices.where('staff_id', '=', staffId) : choices).execute()
}

/** Returns when a staff member is mailed about an event. */
export const getDelivery = (
  choices: readonly StaffChoice[],
  staffId: string,
  event: StaffEvent,
): Delivery =>
  choices.find((choice) => choice.staffId === staffId && choice.event === event)?.delivery ?? 'now'
