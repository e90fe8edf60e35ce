import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Violation } from './architecture.ts'

/**
 * Holds what types can't: a template is declared under its file's name, since the job finds it by
 * that name, and every mail is sent. Names and data of mails are checked by the compiler.
 */
export function checkMails(root: string, files: string[]): Violation[] {
  const read = (file: string) => readFileSync(join(root, file), 'utf8')
  const templates = files.filter((file) => /\/emails\/[^/]+\.tsx$/.test(file))
  const senders = files
    .filter((file) => /^src\/modules\/.*\.ts$/.test(file) && !isTestFile(file))
    .map(read)
    .filter((text) => /\bnotify\w*(<\w+>)?\(/.test(text))

  const misnamed = templates.filter((file) => {
    const [declared, mail] = [`    '${toName(file)}': `, `MailTemplate<'${toName(file)}'>`]
    const text = read(file)
    return !text.includes(declared) || !text.includes(mail)
  })

  const unsent = templates.filter(
    (file) => !senders.some((text) => text.includes(`'${toName(file)}'`)),
  )

  return [
    ...misnamed.map((file) => ({
      rule: 'a mail has the name of its file' as const,
      at: file,
      fix:
        `declare '${toName(file)}' in MailTemplates and export mail: ` +
        `MailTemplate<'${toName(file)}'>`,
    })),
    ...unsent.map((file) => ({
      rule: 'every mail is sent' as const,
      at: file,
      fix: 'send it by notify(…), or delete it',
    })),
  ]
}

const toName = (file: string) => basename(file, '.tsx')

const isTestFile = (file: string) => /\.test\.ts$|\/testing\.ts$/.test(file)
