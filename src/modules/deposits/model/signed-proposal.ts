type Review = { secondAdmin: boolean; waiting: { proposal: string } | null }

/** Returns the id of the proposal that confirming approves, and so signs; undefined without one. */
export const findSignedProposal = (review: Review | undefined): string | undefined =>
  review?.secondAdmin ? review.waiting?.proposal : undefined
