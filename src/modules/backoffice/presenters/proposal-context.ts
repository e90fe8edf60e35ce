import type { ApprovalSignature, Proposal } from '#modules/approvals/model.ts'
import { listSignatures } from '#modules/approvals/queries.ts'
import type { Admin } from '#modules/identity/model.ts'
import { listMembersById, listStaff } from '#modules/identity/queries.ts'
import { listPlanTitles } from '#modules/plans/queries.ts'
import type { App } from '#platform/app.ts'

export type ResponseContext = {
  admin: Admin
  now: Date
  mode: 'sandbox' | 'live'
  namesById: ReadonlyMap<string, string>
  staff: readonly Admin[]
  signatures: ReadonlyMap<string, ApprovalSignature>
}

export async function loadContext(
  app: App,
  admin: Admin,
  proposals: readonly Proposal[],
  ids: readonly string[] = [],
): Promise<ResponseContext> {
  const staff = await listStaff(app.db)
  const approved = proposals.filter(({ decision }) => decision?.approved).map(({ id }) => id)
  return {
    admin,
    now: app.clock.now(),
    mode: app.config.MODE,
    namesById: await loadNames(app, staff, [...proposals.flatMap(listSubjectIds), ...ids]),
    staff,
    signatures: await listSignatures(app.db, approved),
  }
}

export const listSubjectIds = ({ content, subjectId }: Proposal): string[] =>
  [content.memberId, content.planId, content.adminId, subjectId].flatMap((id) =>
    typeof id === 'string' ? id : [],
  )

async function loadNames(
  { db }: App,
  staff: readonly Admin[],
  ids: readonly string[],
): Promise<Map<string, string>> {
  const pickIds = (prefix: string) => [...new Set(ids.filter((id) => id.startsWith(prefix)))]
  const members = await listMembersById(db, pickIds('mem_'))

  return new Map([
    ...(await listPlanTitles(db, pickIds('pln_'))),
    ...[...members].map(([id, { label }]) => [id, label] as const),
    ...staff.filter(({ id }) => ids.includes(id)).map(({ id, label }) => [id, label] as const),
  ])
}
