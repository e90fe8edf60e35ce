import { describeSettingChange } from './setting-changes.ts'

/** The subject of an audit event: its kind in words, and the screen that shows it. */
export type AuditSubject = { kind: string; to?: string }

const ADMIN = '/admin-dashboard'
type Screen = (id: string) => string

/** The kind and the screen of a subject, by the beginning of its id. */
const SUBJECTS: Record<string, readonly [kind: string, screen?: Screen]> = {
  adj: ['Adjustment'],
  adm: ['Staff member', (id) => `${ADMIN}/staff?open=${id}`],
  alt: ['Alert', () => `${ADMIN}/jobs`],
  apk: ['Approval key', () => `${ADMIN}/security`],
  bak: ['Backup'],
  block: ['Ledger block'],
  brk: ['Reconciliation break', (id) => `${ADMIN}/reconciliation?open=${id}`],
  cap: ['Capital movement'],
  cmp: ['Campaign', (id) => `${ADMIN}/campaigns?open=${id}`],
  cv: ['CV'],
  dep: ['Deposit', (id) => `${ADMIN}/alltransaction?open=${id}`],
  dos: ['Data export'],
  dst: ['Distribution'],
  enq: ['Message', (id) => `${ADMIN}/messages?open=${id}`],
  evd: ['Evidence'],
  fee: ['Fees'],
  inc: ['Income'],
  los: ['Loss'],
  mem: ['Member', (id) => `${ADMIN}/manage-user/${id}`],
  nte: ['Note'],
  odd: ['Movement'],
  osb: ['External balance', () => `${ADMIN}/reconciliation`],
  pbt: ['Payout batch', () => `${ADMIN}/withdrawals`],
  pln: ['Plan', (id) => `${ADMIN}/plans/${id}`],
  plv: ['Plan version'],
  pos: ['Position'],
  prm: ['Promotion'],
  prp: ['Approval', (id) => `${ADMIN}/approvals?open=${id}`],
  rcp: ['Receipt'],
  red: ['Redemption notice'],
  rpl: ['Reply'],
  mon: ['Monitoring case', (id) => `${ADMIN}/monitoring?open=${id}`],
  evi: ['Evidence of eligibility'],
  rus: ['Eligibility rules', (id) => `${ADMIN}/rules?open=${id}`],
  scc: ['Screening case', (id) => `${ADMIN}/screening?open=${id}`],
  scl: ['Screening list', () => `${ADMIN}/screening`],
  rwd: ['Reward'],
  tst: ['Testimonial', (id) => `${ADMIN}/testimonials?open=${id}`],
  ver: ['Identity verification', (id) => `${ADMIN}/verifications/${id}`],
  vfy: ['Verification', () => `${ADMIN}/ledger`],
  wdr: ['Withdrawal', (id) => `${ADMIN}/withdrawals?open=${id}`],
}

const NAMED: Record<string, AuditSubject> = {
  alerts: { kind: 'Alerts', to: `${ADMIN}/jobs` },
  ledger: { kind: 'Ledger', to: `${ADMIN}/ledger` },
  freeze: { kind: 'Ledger freeze', to: `${ADMIN}/ledger` },
  files: { kind: 'Stored files' },
  custody: { kind: 'Custody', to: `${ADMIN}/reconciliation` },
  incentives: { kind: 'Incentives', to: `${ADMIN}/settings` },
  equity: { kind: 'Operator’s equity', to: `${ADMIN}/ledger/account/equity` },
  promotion: { kind: 'Promotion funds', to: `${ADMIN}/ledger/account/promotion` },
}

const UUID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/

/** Returns whether the subject has an id that is shown beside its kind. */
export const hasSubjectId = (subject: string): boolean =>
  !(subject in NAMED) && !subject.startsWith('setting:')

/** Returns the kind of an event's subject in words, and the screen that shows the subject. */
export function describeAuditSubject(subject: string): AuditSubject {
  const named = NAMED[subject]
  if (named) return named
  if (subject.startsWith('setting:'))
    return { kind: describeSettingChange(subject, {}).title, to: `${ADMIN}/settings` }
  if (UUID.test(subject)) return { kind: 'Job', to: `${ADMIN}/jobs` }

  const [prefix = ''] = subject.split('_')
  if (prefix === 'freeze') return NAMED.freeze as AuditSubject
  const [kind, screen] = SUBJECTS[prefix] ?? [subject.includes('.') ? 'File' : 'Record']

  return { kind, ...(screen && { to: screen(subject) }) }
}
