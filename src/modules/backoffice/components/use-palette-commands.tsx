import { useQuery } from '@tanstack/react-query'
import { usePermission } from '#modules/approvals/components/use-permission.tsx'
import { planCalls } from '#modules/plans/components/calls.tsx'
import { familyText } from '#modules/plans/components/plan-labels.tsx'
import { arrowRight } from '#ui/icons.ts'
import type { PaletteItem } from '#ui/overlay/palette-groups.tsx'
import { backofficeCalls } from './calls.tsx'
import type { OpenerFactory } from './palette-result.tsx'
import { MOVEMENTS } from './treasury-movements.tsx'
import { formatUserName, getUserPath } from './user-labels.tsx'

const ADMIN = '/admin-dashboard'
const MAX_COMMANDS = 6
/** A command about a member: the verb, then the beginning of a name, an email address or an id. */
const ABOUT_MEMBER = /^(suspend|reactivate)\s+(\S.*)$/i

type Command = { label: string; to: string }

/** Returns the commands that a search text names and the role permits, each opens its form. */
export function usePaletteCommands(search: string) {
  const found = [...useFixedCommands(), ...usePlanCommands(search)].filter(({ label }) =>
    matchesSearch(label, search),
  )
  const commands = [...useMemberCommands(search), ...found].slice(0, MAX_COMMANDS)

  return (goTo: OpenerFactory): PaletteItem[] =>
    search === ''
      ? []
      : commands.map(({ label, to }) => ({
          id: `command-${to}`,
          label: `${label}…`,
          icon: arrowRight,
          onChoose: goTo(to),
        }))
}

const matchesSearch = (label: string, search: string) =>
  search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => label.toLowerCase().includes(word))

const PAUSES: readonly Command[] = [
  { label: 'Pause or resume deposits', to: `${ADMIN}/settings?do=pause-deposits` },
  { label: 'Pause or resume withdrawals', to: `${ADMIN}/settings?do=pause-withdrawals` },
  { label: 'Pause or resume sign-ups', to: `${ADMIN}/settings?do=pause-signUps` },
]

const ENTRIES: readonly Command[] = MOVEMENTS.map(({ name, label }) => ({
  label,
  to: `${ADMIN}/treasury?do=${name}`,
}))

function useFixedCommands(): Command[] {
  const mayPause = usePermission('installation.manage')
  const mayRecord = usePermission('capital.record')

  return [
    ...(mayPause ? PAUSES : []),
    ...(mayRecord ? ENTRIES : []),
    { label: 'Change my password', to: `${ADMIN}/security` },
  ]
}

/** Returns the commands about each plan, once the search names one of them. */
function usePlanCommands(search: string): Command[] {
  const may = usePermission('income.record') === true
  const named = /income|loss|record/i.test(search)
  const plans = useQuery(planCalls.all.queryOptions({ enabled: may && named }))
  const open = (named ? (plans.data?.data ?? []) : []).filter(({ state }) => state !== 'draft')

  return open.flatMap(({ _id, name, family }) => [
    {
      label: `Record income for ${name}, ${familyText(family)}`,
      to: `${ADMIN}/plans/${_id}/income`,
    },
    { label: `Record a loss for ${name}, ${familyText(family)}`, to: `${ADMIN}/plans/${_id}/loss` },
  ])
}

/** Returns the commands about the members whom the text after the verb finds. */
function useMemberCommands(search: string): Command[] {
  const may = usePermission('member.edit') === true
  const [, verb = '', q = ''] = ABOUT_MEMBER.exec(search) ?? []
  const users = useQuery(
    backofficeCalls.users.queryOptions({
      input: { q, size: MAX_COMMANDS },
      enabled: may && q.length > 1,
    }),
  )
  const suspending = verb.toLowerCase() === 'suspend'
  const status = suspending ? 'active' : 'suspended'
  const members = q.length > 1 ? (users.data?.users ?? []) : []

  return members
    .filter((one) => one.status === status)
    .map((one) => ({
      label: `${suspending ? 'Suspend' : 'Reactivate'} ${formatUserName(one)}`,
      to: `${getUserPath(one._id)}?do=${suspending ? 'suspend' : 'reactivate'}`,
    }))
}
