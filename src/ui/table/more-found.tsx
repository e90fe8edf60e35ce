/** Below a list of which only so many rows were counted. */
export const MoreFound = ({ total }: { total: number }) => (
  <p>
    More than {total.toLocaleString('en-US')} were found, and these are the first of them. Narrow
    the list to see others.
  </p>
)
