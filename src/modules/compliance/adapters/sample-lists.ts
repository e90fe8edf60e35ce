import type { ListSource } from '../model.ts'
import eu from '../samples/eu.xml?raw'
import ofac from '../samples/ofac.xml?raw'
import uk from '../samples/uk.csv?raw'
import un from '../samples/un.xml?raw'

/** The lists of the sandbox, in the official formats. All people in them are invented. */
export const SAMPLE_LISTS: Readonly<Record<ListSource, string>> = { ofac, un, eu, uk }
