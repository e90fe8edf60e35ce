import type { MailName, MailOperator, MailTemplates } from '#ui/mail/template.ts'

/** The operator of a firm whose legal name is not its brand. */
export const MAIL_OPERATOR: MailOperator = {
  legalName: 'Harbour Holdings Ltd',
  address: '1 Quay Street, Port Sample',
  registration: 'Registered under 12345',
  email: 'contact@harbour.example',
}

const at = new Date('2026-11-20T09:00:00Z')
const RETENTION = {
  messageDays: 365,
  proofDays: 1826,
  answerDays: 1826,
  identityDays: 90,
  detailsDays: 90,
}
const link = 'https://harbour.example/link/token'
const lossDetails = { periodFrom: '2026-10-01', periodTo: '2026-10-31', lossId: 'los_1' }
const withdrawal = { withdrawalId: 'wdr_1', amount: 50_000n, fee: 200n, address: 'bc1qsample' }
const coins = { coin: 'BTC', coinAmount: 12_345n } as const
const matured = {
  positionId: 'pos_1',
  plan: 'Steady',
  principal: 100_000n,
  due: 1_000n,
  atMaturity: 'to_balance',
  reinvested: null,
  refusal: null,
} as const

/** Data as its senders build them, for every mail: each branch of a template has a sample. */
export const MAIL_SAMPLES: {
  readonly [Name in MailName]: readonly [MailTemplates[Name], ...MailTemplates[Name][]]
} = {
  'receiving-address': [
    { by: 'Ada Admin', method: 'Bitcoin', address: 'bc1qsample', effectiveFrom: at },
    { by: 'Ada Admin', method: 'Bitcoin', address: 'bc1qsample', effectiveFrom: null },
  ],
  'fees-raised': [
    {
      method: 'USDT',
      feeBefore: 300n,
      fee: 500n,
      minBefore: 2_000n,
      min: 2_500n,
      effectiveFrom: at,
    },
  ],
  'withdrawal-rules': [
    {
      effectiveFrom: '2026-12-26',
      added: ['verification level Full', 'a limit of $1,000.00 within 30 days'],
    },
  ],
  'verification-passed': [{ level: 'Basic', expiresOn: '2028-11-20' }],
  'verification-try-again': [
    { level: 'Basic', reason: 'The photo is blurred. Take it again.', documents: ['Photo'] },
    { level: 'Full', reason: 'The address differs.', documents: [] },
  ],
  'verification-refused': [{}],
  'verification-expiring': [{ level: 'Full', expiresOn: '2026-12-20' }],
  'balance-adjusted': [
    { from: 10_000n, to: 9_000n, change: -1_000n, reason: 'A mistake.', reference: 'adj_1' },
  ],
  'deposit-confirmed': [
    {
      depositId: 'dep_1',
      plan: 'Steady',
      credited: 100_000n,
      principal: 100_000n,
      cashReason: null,
      received: 1_000_000n,
      receivedIn: 'BTC',
    },
    {
      depositId: 'dep_1',
      plan: 'Steady',
      credited: 100n,
      principal: 0n,
      cashReason: 'below_minimum',
      received: 1_000n,
      receivedIn: 'BTC',
    },
    {
      depositId: 'dep_1',
      plan: 'Steady',
      credited: 100n,
      principal: 0n,
      cashReason: 'plan_closed',
      received: 1_000n,
      receivedIn: 'BTC',
    },
    {
      depositId: 'dep_1',
      plan: 'Steady',
      credited: 100n,
      principal: 0n,
      cashReason: 'quote_too_old',
      received: 1_000n,
      receivedIn: 'BTC',
    },
  ],
  'deposit-received': [
    { depositId: 'dep_1', plan: 'Steady', amount: 100_000n, ...coins, late: false },
    { depositId: 'dep_1', plan: 'Steady', amount: 100_000n, ...coins, late: true },
  ],
  'deposit-rejected': [
    { depositId: 'dep_1', plan: 'Steady', amount: 100_000n, reason: 'No payment arrived.' },
  ],
  'deposit-reversed': [
    {
      depositId: 'dep_1',
      plan: 'Steady',
      credited: 100_000n,
      principal: 100_000n,
      reason: 'Credited to the wrong account.',
    },
    {
      depositId: 'dep_1',
      plan: 'Steady',
      credited: 100n,
      principal: 0n,
      reason: 'Credited to the wrong account.',
    },
  ],
  'enquiry-received': [
    {
      enquiryId: 'enq_1',
      reference: 'M-1',
      kind: 'contact',
      name: 'Maya',
      replyTo: 'maya@example.com',
      phone: null,
      subject: 'A question',
      message: 'Hello.',
      hasFile: false,
    },
    {
      enquiryId: 'enq_2',
      reference: 'M-2',
      kind: 'career',
      name: 'Maya',
      replyTo: 'maya@example.com',
      phone: '+49 30 1234567',
      subject: 'Accountant',
      message: 'Hello.',
      hasFile: true,
    },
  ],
  'staff-work': [
    {
      daily: false,
      deposits: 1,
      withdrawals: 2,
      approvals: { count: 1, named: [{ title: 'Income', expiresAt: at }] },
      expiring: { count: 0, named: [] },
    },
    {
      daily: true,
      deposits: 0,
      withdrawals: 0,
      approvals: { count: 1, named: [{ title: 'Plan publication', expiresAt: null }] },
      expiring: { count: 1, named: [{ title: 'Income', expiresAt: at }] },
    },
  ],
  'enquiry-acknowledged': [
    { reference: 'M-1', kind: 'contact' },
    { reference: 'M-2', kind: 'career' },
  ],
  'enquiry-reply': [
    {
      reference: 'M-1',
      subject: 'A question',
      reply: 'Hello.\n\nWithin a day.\nBest regards',
      message: 'How long does it take?',
      receivedAt: at,
    },
  ],
  'account-exists': [{ unverified: false }, { unverified: true }],
  'account-reactivated': [{}],
  'account-suspended': [{ reason: 'An open question.', reviewOn: '2026-12-01' }],
  'address-claimed': [{}],
  'confirm-new-email': [{ link }],
  'email-change-requested': [{ newEmail: 'new@example.com', link }],
  'email-changed': [{ newEmail: 'new@example.com', link }],
  'email-restored': [{ email: 'maya@example.com', link }, { email: 'maya@example.com' }],
  'factor-changed': [
    { what: 'passkey-added', name: 'Phone', frozen: true, staff: false, at, link },
    { what: 'reset', reason: 'Lost phone.', frozen: true, staff: true, at, link },
  ],
  'member-compromised': [
    { memberId: 'mem_1', name: 'Maya', about: 'password-changed', disputed: false, at },
    { memberId: 'mem_1', name: 'Maya', about: 'password-changed', disputed: true, at },
  ],
  'new-device': [
    { device: 'Firefox on Linux', address: '192.0.2.x', staff: false, at, link },
    { device: 'Firefox on Linux', address: '192.0.2.x', staff: true, at, link },
  ],
  'password-changed': [
    { reset: false, frozen: false, staff: false, at, link },
    { reset: true, frozen: true, staff: false, at, link },
    { reset: true, frozen: false, staff: true, at, link },
  ],
  'profile-changed': [{ fields: ['phone number', 'country'] }],
  'reset-password': [{ link }],
  'staff-access-reset': [
    { about: 'Ada Admin', role: 'finance', at, link },
    { about: 'Ada Admin', role: 'finance', at },
  ],
  'staff-compromised': [
    { name: 'Ada Admin', about: 'new-device', at, own: true, link },
    { name: 'Ada Admin', about: 'new-device', at, own: false },
  ],
  'staff-factor-reset': [
    { about: 'Ada Admin', by: 'Olu Owner', reason: 'Lost phone.', dueAt: at, own: true },
    { about: 'Ada Admin', by: 'Olu Owner', reason: 'Lost phone.', dueAt: at, own: false },
  ],
  'staff-changed': [
    {
      what: 'proposed',
      about: 'Ada Admin',
      email: 'ada@example.com',
      by: 'Olu Owner',
      role: 'finance',
    },
    {
      what: 'invited',
      about: 'Ada Admin',
      email: 'ada@example.com',
      by: 'Olu Owner',
      role: 'finance',
    },
    {
      what: 'role-changed',
      about: 'Ada Admin',
      email: 'ada@example.com',
      by: 'Olu Owner',
      role: 'finance',
    },
    {
      what: 'suspended',
      about: 'Ada Admin',
      email: 'ada@example.com',
      by: 'Olu Owner',
      reason: 'Left.',
    },
    {
      what: 'reinstated',
      about: 'Ada Admin',
      email: 'ada@example.com',
      by: 'Olu Owner',
      role: 'finance',
    },
  ],
  'approval-key-changed': [
    {
      what: 'added',
      id: 'apk_0123456789abcdefghij',
      about: 'Ada Admin',
      email: 'ada@example.com',
      by: 'Ada Admin',
    },
    {
      what: 'confirmed',
      id: 'apk_0123456789abcdefghij',
      about: 'Ada Admin',
      email: 'ada@example.com',
      by: 'Olu Owner',
    },
    {
      what: 'ended',
      id: 'apk_0123456789abcdefghij',
      about: 'Ada Admin',
      email: 'ada@example.com',
      by: 'Ada Admin',
      reason: 'Lost phone.',
    },
  ],
  'approval-keys-reset': [{ generation: 1, reason: 'Both devices were lost.', at }],
  'setting-loosened': [
    {
      state: 'proposed',
      by: 'Olu Owner',
      title: 'Withdrawal controls',
      changes: ['Second approval from: from $10,000.00 to $20,000.00'],
      effectiveFrom: null,
    },
    {
      state: 'approved',
      by: 'Olu Owner',
      title: 'Withdrawal controls',
      changes: ['Second approval from: from $10,000.00 to $20,000.00'],
      effectiveFrom: at,
    },
    {
      state: 'cancelled',
      by: 'Olu Owner',
      title: 'Withdrawal controls',
      changes: ['Second approval from: from $10,000.00 to $20,000.00'],
      effectiveFrom: null,
    },
    {
      state: 'applied',
      by: 'Olu Owner',
      title: 'Withdrawal controls',
      changes: ['Second approval from: from $10,000.00 to $20,000.00'],
      effectiveFrom: at,
    },
  ],
  'staff-invited': [{ by: 'Olu Owner', role: 'finance', link }],
  'verify-code': [{ code: '271828', link }],
  'withdrawals-frozen': [{ byStaff: false, link }, { byStaff: false }, { byStaff: true }],
  'ledger-anchor': [
    {
      day: '2026-11-20',
      block: 7n,
      seq: 700n,
      hash: 'ab12',
      owed: 123_456n,
      auditHead: { place: 9n, hash: 'cd34' },
    },
    { day: '2026-11-20', block: 7n, seq: 700n, hash: 'ab12', owed: 123_456n, auditHead: null },
  ],
  'ledger-frozen': [{ because: 'Broken: a rule (R1).', problems: ['A problem (acc_1)'] }],
  'operations-alert': (['raised', 'again', 'over'] as const).map((state) => ({
    source: 'watch',
    title: 'No worker runs',
    message: 'No worker has run for 5 minutes.',
    state,
    since: at,
  })) as [MailTemplates['operations-alert'], ...MailTemplates['operations-alert'][]],
  'plan-loss': [
    { plan: 'Steady', total: 500_000n, cents: 5_000n, cause: 'A default.', ...lossDetails },
  ],
  'position-matured': [
    matured,
    { ...matured, atMaturity: 'reinvest_all', reinvested: { termDays: 30, targetBps: 500 } },
    { ...matured, atMaturity: 'reinvest_all', refusal: 'The plan is closed.' },
    { ...matured, principal: 0n },
  ],
  'return-paid': [0n, 700n].map((stillDue) => ({
    distributionId: 'dst_1',
    plan: 'Steady',
    paid: 300n,
    positions: 2,
    reinvested: stillDue > 0n,
    stillDue,
    on: '2026-11-20',
  })) as [MailTemplates['return-paid'], ...MailTemplates['return-paid'][]],
  'account-closed': [
    { byStaff: false, reason: null, retention: RETENTION },
    {
      byStaff: true,
      reason: 'At the request of the member.',
      retention: { ...RETENTION, detailsDays: null },
    },
    { byStaff: false, reason: null },
  ],
  'data-export-ready': [{}],
  'break-overdue': [true, false].map((taken) => ({
    breakId: 'brk_1',
    account: 'custody:BTC',
    currency: 'BTC' as const,
    taken,
    units: 100n,
    bookUnits: 90n,
    difference: 10n,
    openedAt: at,
    asOf: at,
  })) as [MailTemplates['break-overdue'], ...MailTemplates['break-overdue'][]],
  'wallet-changed': [
    { changes: [{ coin: 'BTC', address: 'bc1qsample' }], usableFrom: at, link },
    { changes: [{ coin: 'BTC', address: '' }], usableFrom: null, link },
  ],
  'withdrawal-approved': [{ ...withdrawal, ...coins }],
  'withdrawal-paid': [{ ...withdrawal, ...coins, txid: 'tx1' }],
  'withdrawal-reversed': [
    { withdrawalId: 'wdr_1', amount: 10_000n, source: 'balance', reason: 'It came back.' },
    { withdrawalId: 'wdr_1', amount: 10_000n, source: 'profit', reason: 'It was never made.' },
  ],
  'withdrawal-stays-cash': [
    { withdrawalId: 'wdr_1', plan: 'Steady', amount: 50_000n, because: 'term' },
    { withdrawalId: 'wdr_1', plan: 'Steady', amount: 50_000n, because: 'loss' },
    { withdrawalId: 'wdr_1', plan: 'Steady', amount: 50_000n, because: 'closed' },
  ],
  'withdrawal-rejected': [{ withdrawalId: 'wdr_1', amount: 50_000n, reason: 'Not possible.' }],
  'withdrawal-requested': [
    { ...withdrawal, payableFrom: null },
    { ...withdrawal, payableFrom: at },
  ],
}
