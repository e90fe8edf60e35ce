import { defineMutants, type Mutant } from '../../tools/mutants/mutant.ts'

/** Mistakes in notes, assignments, replies, mails to staff and their passwords. */
export const mutants: Mutant[] = [
  ...defineMutants('src/modules/desk/commands', [
    [
      'a note without a permission check',
      'a viewer could give the staff tasks',
      'write-note.ts',
      'writeNote',
      { drop: 'assertPermitted' },
    ],
    [
      'a task for a person without access',
      'it would wait for good',
      'write-note.ts',
      'writeNote',
      { drop: 'notAssignable' },
    ],
    [
      'notes without a limit',
      'a page of notes could grow without end',
      'write-note.ts',
      'assertMayNote',
      { drop: 'tooMany' },
    ],
    [
      'a task changed by a viewer',
      'work would look done that is not',
      'change-task.ts',
      'changeTask',
      { drop: 'assertPermitted' },
    ],
    [
      'an assignment of decided work',
      'the list would show work that needs no action',
      'claim-work.ts',
      'claimWork',
      { drop: 'notOpen' },
    ],
    [
      'a release without a permission check',
      'a viewer could take work off the staff',
      'release-work.ts',
      'releaseWork',
      { drop: 'assertPermitted' },
    ],
  ]),
  ...defineMutants('src/modules/enquiries/commands', [
    [
      'a reply without a permission check',
      'a viewer could write in the name of the operator',
      'send-reply.ts',
      'sendReply',
      { drop: 'assertPermitted' },
    ],
    [
      'a reply beside another',
      'the writer would get two answers that contradict each other',
      'send-reply.ts',
      'sendReply',
      { drop: 'repliedMeanwhile' },
    ],
  ]),
  ...defineMutants('src/modules/backoffice', [
    [
      'a first run that mails everything',
      'an upgrade would mail the staff all old work as new',
      'commands/notify-staff.ts',
      'notifyStaff',
      { drop: 'markStarted' },
      ['src/modules/backoffice/commands/notify-staff.test.ts'],
    ],
    [
      'a proposal mailed to its proposer',
      'they can’t decide on it',
      'model/staff-events.ts',
      'isActionable',
      { drop: 'proposedBy' },
      ['src/modules/backoffice/commands/notify-staff.test.ts'],
    ],
    [
      'a choice without a permission check',
      'a role could choose mails about work that it may not act on',
      'commands/choose-staff-notifications.ts',
      'chooseStaffNotifications',
      { drop: 'assertPermitted' },
      ['src/modules/backoffice/commands/choose-staff-notifications.test.ts'],
    ],
  ]),
  ...defineMutants('src/modules/identity', [
    [
      'a staff password without the second factor',
      'a stolen session and password would be enough to lock a staff member out',
      'api/password.ts',
      'staffPasswordHandlers',
      { drop: 'assertRecentFactor' },
      ['src/modules/identity/api.test.ts'],
    ],
  ]),
]
