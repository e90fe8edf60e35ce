import { useSearchParams } from 'react-router'

const PARAM = 'do'

/**
 * Stores in the address which dialog of a screen is open, so that a link can open it. Returns its
 * name, if it is one of the screen's, and a function that opens another or none.
 */
export function useAddressDialog<Name extends string>(
  names: readonly Name[],
): [opened: Name | undefined, open: (name: Name | undefined) => void] {
  const [params, setParams] = useSearchParams()
  const opened = names.find((name) => name === params.get(PARAM))

  const open = (name: Name | undefined) =>
    setParams(
      (current) => {
        const next = new URLSearchParams(current)
        if (name) next.set(PARAM, name)
        else next.delete(PARAM)
        return next
      },
      { replace: true, preventScrollReset: true },
    )

  return [opened, open]
}
