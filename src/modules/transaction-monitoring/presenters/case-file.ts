import { formatUtcMinute } from '#lib/dates.ts'
import { formatUsd, toUsd } from '#lib/money.ts'
import { getReportFrame } from '#modules/settings/queries.ts'
import {
  findVerifiedPerson,
  listPersonFacts,
  type VerifiedPerson,
} from '#modules/verification/model.ts'
import { listVerifications } from '#modules/verification/queries.ts'
import type { App } from '#platform/app.ts'
import { toJsonText } from '#platform/http/json.ts'
import { renderPdfReport } from '#platform/pdf/pdf-report.ts'
import type { PdfReport } from '#platform/pdf/pdf-row.ts'
import { RULE_LABELS, STATUS_LABELS } from '../model.ts'
import { getMonitoringCase } from '../queries.ts'
import { type buildCaseResponses, buildCasesWithAddress, buildNoteResponses } from './cases.ts'

type CaseResponse = Awaited<ReturnType<typeof buildCaseResponses>>[number]
type NoteResponse = Awaited<ReturnType<typeof buildNoteResponses>>[number]

/**
 * Returns the file of a case for an authority, with its notes. Throws `not_found` (404). Nothing
 * sends it anywhere.
 */
export async function buildCaseFile(app: App, id: string, format: 'json' | 'pdf'): Promise<File> {
  const found = await getMonitoringCase(app.db, id)
  const [built] = await buildCasesWithAddress(app, [found])
  if (!built) throw new Error(`no response for ${id}`)

  const { response: one, address, contact } = built
  const isClosed = contact.email === null
  const verified = isClosed
    ? null
    : findVerifiedPerson(await listVerifications(app.db, found.memberId))
  const notes = await buildNoteResponses(app, id)
  const name = `monitoring-case-${id}.${format}`
  if (format === 'json') {
    const { amount, ...transaction } = one.transaction
    const text = toJsonText({
      madeAt: app.clock.now(),
      case: {
        ...one,
        member: { ...one.member, ...contact, verified },
        transaction: { ...transaction, amount: toUsd(amount), address },
      },
      facts: found.facts,
      notes,
    })

    return new File([text], name, { type: 'application/json' })
  }

  const frame = await getReportFrame(app)
  const pdf = await renderPdfReport({
    ...buildCaseReport(one, { notes, address, contact, verified, now: app.clock.now() }),
    ...frame,
    foot: `${frame.author} · ${id} · confidential`,
  })

  return new File([pdf], name, { type: 'application/pdf' })
}

const ADDRESS_LABELS = { deposit: 'Receiving address', withdrawal: 'Payout address' } as const

type CaseReport = Omit<PdfReport, 'author' | 'mark' | 'brand' | 'sender' | 'foot'>

const formatDeciders = ({
  decidedBy,
  approvedBy,
}: Pick<CaseResponse, 'decidedBy' | 'approvedBy'>): string =>
  approvedBy ? `${decidedBy}, approved by ${approvedBy}` : (decidedBy ?? '')

/** Returns how the member is reached; of a closed account where that is. */
const listContacts = ({ country, email, phoneNumber }: CaseContent['contact']) =>
  [
    { label: 'Country', value: country },
    { label: 'Email', value: email },
    { label: 'Phone', value: phoneNumber },
    { label: 'Account', value: email === null ? CLOSED : null },
  ].flatMap(({ label, value }) => (value === null ? [] : [{ label, value }]))

const CLOSED = 'Closed. The evidence of the member has the identity while it is retained.'

type CaseContent = {
  notes: readonly NoteResponse[]
  address: string | null
  contact: { email: string | null; phoneNumber: string | null; country: string | null }
  verified: VerifiedPerson | null
  now: Date
}

const buildCaseReport = (
  { _id, rule, member, transaction, ...one }: CaseResponse,
  { notes, address, contact, verified, now }: CaseContent,
): CaseReport => ({
  title: 'Transaction monitoring case',
  madeAt: now,
  facts: [
    { label: 'Case', value: _id },
    { label: 'Rule', value: RULE_LABELS[rule] },
    { label: 'Finding', value: one.finding },
    { label: 'Member', value: `${member.name}, ${member._id}` },
    ...listContacts(contact),
    ...listPersonFacts(verified),
    { label: 'Transaction', value: `${transaction.kind}, ${transaction._id}` },
    { label: 'Amount', value: `${formatUsd(transaction.amount)}, ${transaction.method}` },
    ...(address === null ? [] : [{ label: ADDRESS_LABELS[transaction.kind], value: address }]),
    { label: 'Created', value: formatUtcMinute(transaction.createdAt) },
    { label: 'Generated', value: formatUtcMinute(now) },
  ],
  summary: [{ label: 'Status', value: STATUS_LABELS[one.status], total: true }],
  columns: [
    { head: 'Time, UTC', width: 100 },
    { head: 'By', width: 110 },
    { head: 'What', width: 280 },
  ],
  rows: [
    { cells: [formatUtcMinute(one.openedAt), 'Transaction monitoring', 'Case opened'] },
    ...notes.map(({ addedAt, author, content }) => ({
      cells: [formatUtcMinute(addedAt), author, content],
    })),
    ...(one.decidedAt
      ? [
          {
            cells: [
              formatUtcMinute(one.decidedAt),
              formatDeciders(one),
              `${STATUS_LABELS[one.status]}: ${one.reason}`,
            ],
          },
        ]
      : []),
  ],
  terms: [],
  notes: ['Nothing in this file was sent to an authority by the software.'],
})
