import { formatUtcMinute } from '#lib/dates.ts'
import { formatUsd } from '#lib/money.ts'
import { getReportFrame } from '#modules/settings/queries.ts'
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
    facts: [
      { label: 'Member', value: file.member.name },
      { label: 'Member number', value: file.member.id },
      { label: 'Country', value: file.member.country },
      { label: 'Generated', value: formatUtcMinute(file.madeAt) },
    ],
    summary: [
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
      ...toEvidenceRows(file),
      ...toGateRows(file),
      ...toVerificationRows(file),
      ...toScreeningRows(file),
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

const TERMS: PdfReport['terms'] = [
  { term: 'Evidence', meaning: 'What the member was shown, answered, ticked or asked for.' },
  {
    term: 'Check',
    meaning: 'An operation that was checked by the rules of its day, which the member passed.',
  },
]

function toEvidenceRows({ evidence }: EvidenceFile): PdfReportRow[] {
  return [
    { group: 'Evidence' },
    ...evidence.map(({ kind, at, textId, textVersion, textSha256, content, ...one }) => ({
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
    })),
  ]
}

function toGateRows({ gates }: EvidenceFile): PdfReportRow[] {
  return [
    { group: 'Passed checks' },
    ...gates.map(({ at, operation, amountCents, subjectId, rulesSha256, facts }) => ({
      cells: [
        formatUtcMinute(at),
        OPERATION_LABELS[operation],
        [
          `${formatUsd(BigInt(amountCents))}, ${subjectId}`,
          `Level ${String(facts.level)}, rules ${rulesSha256.slice(0, SHORT_HASH)}…`,
        ],
      ],
    })),
  ]
}

function toVerificationRows({ verifications }: EvidenceFile): PdfReportRow[] {
  return [
    { group: 'Verifications of identity' },
    ...verifications.map(({ begunAt, level, status, decidedAt, reason, expiresOn }) => ({
      cells: [
        formatUtcMinute(begunAt),
        `${level}, ${status}`.replaceAll('_', ' '),
        [
          decidedAt ? `Decided ${formatUtcMinute(decidedAt)}` : 'Not decided',
          [reason, expiresOn && `Until ${expiresOn}`].filter(Boolean).join('. '),
        ],
      ],
    })),
  ]
}

function toScreeningRows({ screening }: EvidenceFile): PdfReportRow[] {
  return [
    { group: 'Screening' },
    ...screening.map(({ openedAt, list, matchedName, score, status, reason }) => ({
      cells: [
        formatUtcMinute(openedAt),
        `${list.toUpperCase()}, ${status.replace('_', ' ')}`,
        [`${matchedName}, similarity ${score} of 100`, reason ?? 'Not decided'],
      ],
    })),
  ]
}
