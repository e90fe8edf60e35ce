import { useEffect, useState } from 'react'
import { listCountryOptions } from '#lib/countries.ts'

/** Returns all countries as options, once the page runs in the browser; undefined before. */
export function useCountryOptions() {
  const [options, setOptions] = useState<ReturnType<typeof listCountryOptions>>()
  useEffect(() => setOptions(listCountryOptions()), [])

  return options
}
