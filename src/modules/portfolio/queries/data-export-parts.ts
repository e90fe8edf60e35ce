import { toUtcDay } from '#lib/dates.ts'
import { listAuditEvents } from '#modules/audit/queries.ts'
import { listEvidence, listGateRecords } from '#modules/eligibility/queries.ts'
import { getMember, listConsents, listSessionHistory } from '#modules/identity/queries.ts'
import { listChoices, listNotifications } from '#modules/notifications/queries.ts'
import { listMemberTestimonials } from '#modules/testimonials/queries.ts'
import {
  findIdentityDetails,
  listDocuments,
  listVerifications,
} from '#modules/verification/queries.ts'
import { listWalletRecords } from '#modules/withdrawals/queries.ts'
import type { App } from '#platform/app.ts'
import { parseYear } from '../model.ts'
import {
  EVERYTHING,
  readDeposits,
  readLedger,
  readPositions,
  readRewards,
  readWithdrawals,
  toDollarAmounts,
} from './data-export-money.ts'
import { getYear } from './statement.ts'

/**
 * One part of a member's data export. It contains no name, id or address of another person, staff
 * included.
 */
type Part = { name: string; read(app: App, memberId: string): Promise<unknown> }

/** The parts of a data export, in order. */
export const PARTS: readonly Part[] = [
  { name: 'profile', read: readProfile },
  { name: 'verification', read: readVerification },
  { name: 'consents', read: ({ db }, id) => listConsents(db, id) },
  { name: 'eligibility', read: readEligibility },
  { name: 'sessions', read: ({ db }, id) => listSessionHistory(db, id) },
  { name: 'signIns', read: signIns },
  { name: 'wallets', read: ({ db }, id) => listWalletRecords(db, id) },
  { name: 'deposits', read: readDeposits },
  { name: 'withdrawals', read: readWithdrawals },
  { name: 'positions', read: readPositions },
  { name: 'ledger', read: readLedger },
  { name: 'rewards', read: readRewards },
  { name: 'notifications', read: readNotifications },
  { name: 'testimonials', read: readTestimonials },
  { name: 'statements', read: readStatements },
]

async function readProfile({ db }: App, id: string) {
  const { kind: _kind, label: _label, referredBy, ...member } = await getMember(db, id)
  return { ...member, signedUpWithCode: referredBy }
}

/**
 * Reads what the member was shown and answered, and the gates they passed; nothing of screening.
 */
async function readEligibility({ db }: App, id: string) {
  const gates = await listGateRecords(db, id)
  return {
    evidence: await listEvidence(db, id),
    gates: gates.map(({ amount, ...gate }) => ({ ...gate, amountCents: String(amount) })),
  }
}

/** Returns what the member declared and sent, and each decision with the reason they were given. */
async function readVerification({ db }: App, id: string) {
  const verifications = await listVerifications(db, id)
  const documents = await listDocuments(
    db,
    verifications.map((one) => one.id),
  )

  return {
    details: await findIdentityDetails(db, id),
    attempts: verifications.map(({ id: own, level, status, details, ...one }) => ({
      level,
      status,
      begunAt: one.begunAt,
      sentName: one.sentName,
      providerFound: one.providerFound,
      submittedAt: one.submittedAt,
      name: one.name,
      details,
      decidedAt: one.decidedAt,
      reason: one.memberReason,
      expiresOn: one.expiresOn,
      documents: documents
        .filter(({ verificationId }) => verificationId === own)
        .map(({ kind, side, uploadedAt, mediaType, bytes }) => ({
          kind,
          side,
          uploadedAt,
          mediaType,
          bytes,
        })),
    })),
  }
}

async function signIns({ db }: App, actorId: string) {
  const found = []
  for (let before: bigint | undefined; ; ) {
    const auditEvents = await listAuditEvents(db, {
      actorId,
      action: 'member.signed-in',
      limit: 200,
      ...(before !== undefined && { before }),
    })

    found.push(...auditEvents.map(({ at, details }) => ({ at, address: details.address })))
    before = auditEvents.at(-1)?.sequence

    if (auditEvents.length < 200 || before === undefined) return found
  }
}

async function readTestimonials({ db }: App, id: string) {
  return (await listMemberTestimonials(db, id)).map(
    ({ memberId: _own, decision, ...testimonial }) => ({
      ...testimonial,
      decidedAt: decision?.at ?? null,
      reason: decision?.reason ?? null,
    }),
  )
}

async function readNotifications({ db }: App, id: string) {
  const notificationRows = await listNotifications(db, id, { limit: EVERYTHING })
  return {
    choices: await listChoices(db, id),
    received: notificationRows.map(({ kind, title, text, createdAt, readAt }) => ({
      kind,
      title,
      text,
      createdAt,
      readAt,
    })),
  }
}

/** Lists the changes of each month since sign-up, as statements show them. */
async function readStatements({ db, clock }: App, id: string) {
  const { signedUpOn } = await getMember(db, id)
  const today = clock.today()
  const [first, last] = [Number(signedUpOn.slice(0, 4)), Number(today.slice(0, 4))]
  const years = []

  for (let year = first; year <= last; year++) {
    const { head: _head, ...summary } = await getYear(db, id, parseYear(year, today))
    years.push({ year, ...toDollarAmounts(summary) })
  }

  return { writtenOn: toUtcDay(clock.now()), years }
}
