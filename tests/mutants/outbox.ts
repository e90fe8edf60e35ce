import type { Mutant } from '../../tools/mutants.ts'

const mail = 'vitest run src/modules/notifications/commands/send-mail.test.ts'
const audit = 'vitest run src/modules/audit/steps/record-audit-event.test.ts'

/** Mistakes with mail, jobs and the record of acts. */
export const mutants: Mutant[] = [
  {
    name: 'a mail job outside the transaction',
    why: 'a mail would announce what was rolled back, or be lost with what was committed',
    file: 'src/modules/notifications/steps/queue-mail.ts',
    replace: 'await app.jobs.enqueueEach(\n    tx,',
    with: 'await app.jobs.enqueueEach(\n    (app as never as { db: typeof tx }).db,',
    caughtBy: mail,
    says: 'Nothing is sent for a command that rolled back',
  },
  {
    name: 'a mail sent again',
    why: 'the queue delivers at least once, so the reader would get two',
    file: 'src/modules/notifications/steps/begin-attempt.ts',
    replace: "    .where('sent_at', 'is', null)\n",
    with: '',
    caughtBy: mail,
    says: 'A mail is rendered and arrives once',
  },
  {
    name: 'a code left in the outbox',
    why: 'whoever reads a backup could use it',
    file: 'src/modules/notifications/model.ts',
    replace: "SECRET_KEYS = ['code', 'link']",
    with: "SECRET_KEYS = ['link']",
    caughtBy: mail,
    says: 'its code leaves the outbox',
  },
  {
    name: 'a failure swallowed',
    why: 'a mail would be dropped while the mail server is away',
    file: 'src/modules/notifications/commands/send-mail.ts',
    replace: '    throw error\n',
    with: '',
    caughtBy: mail,
    says: 'it arrives when the server is back',
  },
  {
    name: 'a sandbox mail without its mark',
    why: 'people would take simulated money for real',
    file: 'src/ui/mail/layout.tsx',
    replace: '{context.sandbox && <SandboxMark />}',
    with: '',
    caughtBy: mail,
    says: 'marked as simulated',
  },
  {
    name: 'a subject of two lines',
    why: 'what follows a line break is another header',
    file: 'src/platform/mail/mail.ts',
    replace: ".replace(/[\\u0000-\\u001f\\u007f\\u0085\\u2028\\u2029]+/g, ' ')",
    with: '',
    caughtBy: mail,
    says: 'adds no header and no recipient',
  },
  {
    name: 'markup from a person',
    why: 'a name could draw a false button into the mail',
    file: 'src/ui/mail/layout.tsx',
    replace: '{props.children}</Text>\n}\n\n/** The one thing to do',
    with:
      '<span dangerouslySetInnerHTML={{ __html: String(props.children) }} /></Text>\n}\n\n/** ' +
      'The one thing to do',
    caughtBy: mail,
    says: 'never markup',
  },
  {
    name: 'a mailbox in a live installation',
    why: 'members would wait for mail that nobody sends',
    file: 'src/platform/mail/mail.ts',
    replace: "  invariant(config.MODE === 'sandbox', 'a live installation has SMTP_URL')\n",
    with: '',
    caughtBy: mail,
    says: 'has no mail rather than a mailbox',
  },
  {
    name: 'a record that can be rewritten',
    why: 'who did it could be changed afterwards',
    file: 'migrations/005-audit.sql',
    replace: 'before update or delete on audit_act',
    with: 'before update on audit_act',
    caughtBy: audit,
    says: 'Nobody rewrites the record',
  },
  {
    name: 'a batch that fails as one',
    why: 'one broken job would repeat its neighbours',
    file: 'src/platform/jobs/jobs.ts',
    replace: "      outcomes.push({ id, status: 'failed', output: { message: String(error) } })",
    with: '      throw error',
    caughtBy: 'vitest run src/platform/jobs/jobs.test.ts',
    says: 'The failure of one job repeats no other',
  },
]
