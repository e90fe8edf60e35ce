type MemberFigures = Readonly<
  Record<'cash' | 'principal' | 'total_balance' | 'held' | 'accrued' | 'due', string>
>

const DELETION_OBSTACLES: readonly (readonly [keyof MemberFigures, string])[] = [
  ['cash', 'The account still has cash.'],
  ['principal', 'The account still has open investments.'],
  ['total_balance', 'The account still has profit.'],
  ['held', 'A withdrawal is still pending.'],
  ['accrued', 'The account has accrued returns that aren’t due yet.'],
  ['due', 'The account has returns that are due and unpaid.'],
]

/** Returns why the server would refuse to delete a member, as far as these figures show. */
export const findDeletionObstacle = (figures: MemberFigures): string | undefined =>
  DELETION_OBSTACLES.find(([field]) => /[1-9]/.test(figures[field]))?.[1]
