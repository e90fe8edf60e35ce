import { implementCalls } from '#platform/http/http.ts'
import { markNotificationsRead } from './commands/mark-notifications-read.ts'
import { saveNotificationChoices } from './commands/save-notification-choices.ts'
import { notificationsContract } from './contract.ts'
import { type Choice, KINDS, type MemberNotification, type NotificationKind } from './model.ts'
import { countUnread, listChoices, listNotifications } from './queries.ts'

const calls = implementCalls(notificationsContract)
const PAGE = 20

const toNotificationResponse = ({ id, sequence, ...notification }: MemberNotification) => ({
  ...notification,
  _id: id,
  number: String(sequence),
})

const toChoicesResponse = (choices: readonly Choice[]) =>
  (Object.keys(KINDS) as NotificationKind[]).map((kind) => {
    const isChannelEnabled = (channel: string) =>
      choices.some((each) => each.kind === kind && each.channel === channel && each.enabled)
    return { kind, ...KINDS[kind], app: isChannelEnabled('app'), mail: isChannelEnabled('mail') }
  })

export const notificationsApi = calls.router({
  list: calls.list.handler(
    async ({ context: { app, member }, input: { before, unread, kind } }) => {
      const { id } = member()
      const filter = {
        ...(before && { before: BigInt(before) }),
        ...(unread && { unread }),
        ...(kind && { kind }),
      }
      const found = await listNotifications(app.db, id, { ...filter, limit: PAGE + 1 })
      const notifications = found.slice(0, PAGE).map(toNotificationResponse)
      const data = {
        notifications,
        unread: await countUnread(app.db, id),
        more: found.length > PAGE,
      }
      return { message: 'Notifications', data }
    },
  ),
  unread: calls.unread.handler(async ({ context: { app, member } }) => ({
    message: 'Unread notifications',
    data: { unread: await countUnread(app.db, member().id) },
  })),
  read: calls.read.handler(async ({ context: { app, member }, input: { id } }) => {
    await markNotificationsRead(app, member(), { id })
    return { message: 'Marked as read.' }
  }),
  readAll: calls.readAll.handler(async ({ context: { app, member }, input: { upTo, from } }) => {
    const many = await markNotificationsRead(app, member(), {
      upTo: BigInt(upTo),
      from: BigInt(from ?? 0),
    })
    return {
      message: many === 0 ? 'No unread notifications.' : 'All notifications marked as read.',
    }
  }),
  choices: calls.choices.handler(async ({ context: { app, member } }) => ({
    message: 'Your notification settings',
    data: toChoicesResponse(await listChoices(app.db, member().id)),
  })),
  choose: calls.choose.handler(async ({ context: { app, member }, input }) => ({
    message: 'Notification settings saved.',
    data: toChoicesResponse(await saveNotificationChoices(app, member(), input.choices)),
  })),
})
