/** Explains that only the first rows of a list were counted. */
export const MoreFound = ({ total }: { total: number }) => (
  <p>
    More than {total.toLocaleString('en-US')} were found, and these are the first of them. Narrow
    the list to see others.
  </p>
)
