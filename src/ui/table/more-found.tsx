/** Explains that only the first rows of a list were counted. */
export const MoreFound = ({ total }: { total: number }) => (
  <p>
    Showing the first {total.toLocaleString('en-US')} results. Narrow your search to see others.
  </p>
)
