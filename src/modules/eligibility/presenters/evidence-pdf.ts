import { formatUtcMinute } from '#lib/dates.ts'
import { formatUsd } from '#lib/money.ts'
import { getReportFrame } from '#modules/settings/queries.ts'
import { listPersonFacts } from '#modules/verification/model.ts'
import type { App } from '#platform/app.ts'
import { renderPdfReport } from '#platform/pdf/pdf-report.ts'
import type { PdfReport, PdfReportRow } from '#platform/pdf/pdf-row.ts'
import { EVIDENCE_LABELS, type EvidenceKind, OPERATION_LABELS } from '../model.ts'
import { toAnswerLines } from './answer-lines.ts'
import type { EvidenceFile } from './evidence-file.ts'

const SHORT_HASH = 16

/** Renders the evidence of one member as PDF. */
export async function renderEvidencePdf(
  app: App,
  file: EvidenceFile,
): Promise<Uint8Array<ArrayBuffer>> {
  const frame = await getReportFrame(app)

  return await renderPdfReport({
    title: 'Evidence of eligibility',
    ...frame,
    madeAt: file.madeAt,
    facts: [...toMemberFacts(file), { label: 'Generated', value: formatUtcMinute(file.madeAt) }],
    summary: [
      { label: 'Consents', value: String(file.consents.length) },
      { label: 'Pieces of evidence', value: String(file.evidence.length) },
      { label: 'Passed checks', value: String(file.gates.length) },
      { label: 'Verifications', value: String(file.verifications.length) },
      { label: 'Screening cases', value: String(file.screening.length) },
    ],
    columns: [
      { head: 'Time, UTC', width: 90 },
      { head: 'What', width: 110 },
      { head: 'Shown, answered or decided', width: 260 },
    ],
    rows: [
      ...toGroup('Consents', toConsentRows(file)),
      ...toGroup('Evidence', toEvidenceRows(file)),
      ...toGroup('Passed checks', toGateRows(file)),
      ...toGroup('Verifications of identity', toVerificationRows(file)),
      ...toGroup('Screening', toScreeningRows(file)),
    ],
    terms: TERMS,
    notes: [
      'The JSON file of the same evidence holds each text and answer in full, with its SHA-256. ' +
        'Screening decisions and the reasons of verifications are for staff and authorities: ' +
        'don’t send them to the member.',
    ],
    foot: `${frame.author} · ${file.member.id} · evidence, ${formatUtcMinute(file.madeAt)}.`,
  } satisfies PdfReport)
}

const toMemberFacts = ({ member }: EvidenceFile): PdfReport['facts'] =>
  [
    { label: 'Member', value: member.name },
    { label: 'Member number', value: member.id },
    { label: 'Email', value: member.email },
    { label: 'Phone', value: member.phoneNumber },
    { label: 'Country', value: member.country },
    ...listPersonFacts(member.verified),
    { label: 'Account closed', value: member.closedAt && formatUtcMinute(member.closedAt) },
    {
      label: 'Details retained until',
      value: member.detailsRetainedUntil && formatUtcMinute(member.detailsRetainedUntil),
    },
  ].flatMap(({ label, value }) => (value ? [{ label, value }] : []))

const TERMS: PdfReport['terms'] = [
  {
    term: 'Consent',
    meaning: 'A statement that the member ticked at sign-up, or when the legal texts changed.',
  },
  { term: 'Evidence', meaning: 'What the member was shown, answered, ticked or asked for.' },
  {
    term: 'Check',
    meaning: 'An operation that was checked by the rules of its day, which the member passed.',
  },
]

/** Returns the heading of a group with its rows, or nothing without rows. */
const toGroup = (group: string, rows: PdfReportRow[]): PdfReportRow[] =>
  rows.length > 0 ? [{ group }, ...rows] : []

const CONSENT_LABELS: Readonly<Record<string, string>> = {
  terms: 'Terms of Use accepted',
  'risk-disclosure': 'Risk Disclosure accepted',
}

const toConsentRows = ({ consents }: EvidenceFile): PdfReportRow[] =>
  consents.map(({ at, document, version, statement, statementSha256, session }) => ({
    cells: [
      formatUtcMinute(at),
      CONSENT_LABELS[document] ?? document,
      [
        `${document}, version ${version}`,
        `Ticked: ${statement}`,
        `Text ${statementSha256.slice(0, SHORT_HASH)}…`,
        session ? `Session ${session}` : 'No session recorded, as at sign-up',
      ],
    ],
  }))

const toEvidenceRows = ({ evidence }: EvidenceFile): PdfReportRow[] =>
  evidence.map(({ kind, at, textId, textVersion, textSha256, content, ...one }) => ({
    cells: [
      formatUtcMinute(at),
      EVIDENCE_LABELS[kind as EvidenceKind],
      [
        `${textId}, version ${textVersion}${one.passed ? '' : ' (not passed)'}`,
        ...toAnswerLines(content),
        `Text ${textSha256.slice(0, SHORT_HASH)}…, rules ${one.rulesSha256.slice(0, SHORT_HASH)}…`,
        `Session ${one.session}`,
      ],
    ],
  }))

const toGateRows = ({ gates }: EvidenceFile): PdfReportRow[] =>
  gates.map(({ at, operation, amountCents, subjectId, rulesSha256, facts }) => ({
    cells: [
      formatUtcMinute(at),
      OPERATION_LABELS[operation],
      [
        `${formatUsd(BigInt(amountCents))}, ${subjectId}`,
        `Level ${String(facts.level)}, rules ${rulesSha256.slice(0, SHORT_HASH)}…`,
      ],
    ],
  }))

const toVerificationRows = ({ verifications }: EvidenceFile): PdfReportRow[] =>
  verifications.map(({ begunAt, level, status, reason, expiresOn, ...decision }) => ({
    cells: [
      formatUtcMinute(begunAt),
      `${level}, ${status}`.replaceAll('_', ' '),
      [
        formatDecision(decision),
        [reason, expiresOn && `Until ${expiresOn}`].filter(Boolean).join('. '),
      ],
    ],
  }))

const toScreeningRows = ({ screening }: EvidenceFile): PdfReportRow[] =>
  screening.map(({ openedAt, list, matchedName, score, status, reason, ...decision }) => ({
    cells: [
      formatUtcMinute(openedAt),
      `${list.toUpperCase()}, ${status.replace('_', ' ')}`,
      [
        `${matchedName}, similarity ${score} of 100`,
        formatDecision(decision),
        ...(reason ? [reason] : []),
      ],
    ],
  }))

type Decision = Pick<EvidenceFile['screening'][number], 'decidedAt' | 'decidedBy' | 'approvedBy'>

const formatDecision = ({ decidedAt, decidedBy, approvedBy }: Decision): string => {
  if (!decidedAt) return 'Not decided'
  const by = approvedBy ? `${decidedBy}, approved by ${approvedBy}` : decidedBy

  return `Decided ${formatUtcMinute(decidedAt)} by ${by}`
}
