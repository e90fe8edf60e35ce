import { implementCalls } from '#platform/http.ts'
import { chooseNotices } from './commands/choose-notices.ts'
import { readNotices } from './commands/read-notices.ts'
import { notificationsContract } from './contract.ts'
import { type Choice, KINDS, type Notice, type NoticeKind } from './model.ts'
import { countUnread, listChoices, listNotices } from './queries.ts'

const calls = implementCalls(notificationsContract)
const PAGE = 20

const shown = ({ id, sequence, ...notice }: Notice) => ({
  ...notice,
  _id: id,
  number: String(sequence),
})

const shownChoices = (choices: readonly Choice[]) =>
  (Object.keys(KINDS) as NoticeKind[]).map((kind) => {
    const wants = (channel: string) =>
      choices.some((each) => each.kind === kind && each.channel === channel && each.wanted)
    return { kind, ...KINDS[kind], app: wants('app'), mail: wants('mail') }
  })

export const notificationsApi = calls.router({
  list: calls.list.handler(async ({ context: { app, member }, input: { before, unread } }) => {
    const { id } = member()
    const filter = { ...(before && { before: BigInt(before) }), ...(unread && { unread }) }
    const found = await listNotices(app.db, id, { ...filter, limit: PAGE + 1 })
    const notices = found.slice(0, PAGE).map(shown)
    const data = { notices, unread: await countUnread(app.db, id), more: found.length > PAGE }
    return { message: 'Notifications', data }
  }),
  unread: calls.unread.handler(async ({ context: { app, member } }) => ({
    message: 'Unread notifications',
    data: { unread: await countUnread(app.db, member().id) },
  })),
  read: calls.read.handler(async ({ context: { app, member }, input: { id } }) => {
    await readNotices(app, member(), { id })
    return { message: 'Marked as read.' }
  }),
  readAll: calls.readAll.handler(async ({ context: { app, member }, input: { upTo } }) => {
    const many = await readNotices(app, member(), { upTo: BigInt(upTo) })
    return { message: many === 0 ? 'There was nothing unread.' : 'All marked as read.' }
  }),
  choices: calls.choices.handler(async ({ context: { app, member } }) => ({
    message: 'How you are told',
    data: shownChoices(await listChoices(app.db, member().id)),
  })),
  choose: calls.choose.handler(async ({ context: { app, member }, input }) => ({
    message: 'Saved. Security and money notices always reach you.',
    data: shownChoices(await chooseNotices(app, member(), input.choices)),
  })),
})
