/** Forenames, beginnings and ends of family names of one culture, the most common first. */
type Culture = { forenames: readonly string[]; roots: readonly string[]; ends: readonly string[] }

const CULTURES: readonly Culture[] = [
  'Alexander Sergei Dmitri Andrei Alexei Vladimir Mikhail Igor Olga Elena Natalia Tatiana Svetlana Yuri Nikolai Pavel Roman Viktor Anatoly Gennady Yevgeny Vyacheslav Ruslan Timur Zinaida | Ivan Petr Smirn Kuznets Popov Sokol Lebed Koz Mor Volk Zait Solov Vinograd Bogdan Vorob Fed Mikhail Belia Taras Zakhar Gus Kir Medved Yersh Koval Shcherbak Nazar Prokhor | ov ev in sky enko ovsky yan uk',
  'Mohammed Ahmed Ali Hassan Hussein Omar Khalid Ibrahim Mahmoud Abdullah Fatima Aisha Mariam Youssef Mustafa Samir Tariq Bilal Zaid Nasser Faisal Saleh Rashid Walid Hamza Anwar Jamal Karim | Hass Khour Mansour Nasr Hadd Sabbagh Rashid Qasim Tikrit Zawahir Masr Baghdad Shamm Ghamd Harb Otaib Dosar Zahran Qaht Suleim Janab Dulaim Jubour Obaid | i an awi ani in a',
  'Mohammad Ali Reza Hossein Mehdi Hassan Amir Saeed Majid Hamid Farhad Behrouz Kourosh Dariush Zahra Leila Maryam Shirin Parisa Nasrin Javad Mostafa Kamran Siamak | Ahmad Karim Rahim Hossein Moham Rezai Farah Naz Sadegh Jafar Abbas Ghorban Tehran Shiraz Tabriz Khorasan Rostam Jamshid Bahram Esfand Golest Shahab | i zadeh ian pour nejad ani far',
  'Jose Maria Luis Juan Carlos Jorge Pedro Miguel Rafael Alejandro Ana Carmen Rosa Fernando Francisco Javier Ricardo Eduardo Guillermo Ignacio Beatriz Lucia Consuelo Hector Ruben | Garc Rodrigu Gonzal Fernand Lop Martin Sanch Per Gom Herr Jimen Ru Mor Alvar Rom Gutierr Navarr Torr Domingu Vasqu Cast Ort Delg Mend Caball Villalob Zamb | ez ia o ero ano illo eda os',
  'Wei Li Ming Jun Hui Xin Yan Ying Jie Lei Tao Hong Ping Gang Bo Qiang Feng Jianguo Weimin Guoqiang Xiaoming Zhiyuan Haiyan Yuhan Zhenhua Shaolin Wenbin | Wang Li Zhang Liu Chen Yang Huang Zhao Wu Zhou Xu Sun Ma Zhu Hu Guo He Lin Gao Luo Zheng Liang Xie Song Tang Han Feng Deng Cao Peng Ouyang Shangguan Situ | *',
  'Min-jun Ji-hoon Hyok-chol Yong-ho Sung-jin Kyong-su Chol-min Jong-un Myong-guk Kwang-il Song-nam Tae-yong Hye-jin Su-bin Eun-ji Ri-sol Nam-chol Chang-ho Il-hwan | Kim Lee Ri Park Pak Choe Choi Jong Kang Cho Yun Jang Im Han O So Sin Kwon Hwang An Paek Ryu Jon Ko Mun Yang Son Pae | *',
  'James John Robert Michael William David Richard Thomas Charles Daniel Mary Patricia Jennifer Linda Elizabeth Susan Sarah Karen Emily Oliver George Harry Alice Charlotte Stephen | Smith Jones Taylor Brown Will John Wright Walk Rob Thomp Hall Clark Jack Wood Harr Lew Mart Cook Ward Turn Hill Moor Ash Black Whit Brad Hart Stan Wal | * s son er ton ley field well man',
  'Hans Peter Klaus Thomas Andreas Stefan Michael Markus Jürgen Wolfgang Anna Sabine Petra Monika Ulrike Heinrich Friedrich Matthias Sebastian Johannes Katharina Ingrid | Müller Schmid Schneid Fisch Web Mey Wagn Beck Hoff Schäf Koch Bau Richt Klein Wolf Schröd Neu Schwarz Zimm Krüg Hart Lang Wern Krau Leh Köh Herr Walt | er mann t ert ke ler inger bach',
  'Jean Pierre Michel Philippe Alain Nicolas Christophe Laurent Marie Nathalie Isabelle Sylvie Catherine François Olivier Thierry Sébastien Julien Céline Aurélie Benoît | Martin Bern Dub Dur Ler Mor Laur Sim Mich Lefeb Bert Rouss Vinc Four Gir Bonn Lamb Font Garn Chev Franç Bouch Masson Perr Rob Riv | ard ois and oy eau et ier in el',
  'Ahmet Mehmet Mustafa Ali Hüseyin Hasan Ibrahim Ismail Osman Murat Fatma Ayşe Emine Zeynep Elif Emre Burak Serkan Kemal Orhan Selim | Yilm Kay Dem Çel Şah Yild Öztür Ayd Özd Arsl Doğ Kılıç Asl Çet Kara Koç Kurt Özk Şimş Polat Erdo Güne Aks Tekin | az a ir ik in iz an k oğlu er',
  'Muhammad Ahmed Ali Imran Usman Bilal Asif Tariq Nadeem Rashid Shahid Ayesha Sana Zainab Hina Faisal Kamran Waseem Zubair Naveed | Khan Ahm Hussain Mal Iqb Butt Chaudh Qureshi Shah Ansar Siddiq Raj Mirz Baig Sheik Awan Jav Bukhar Gilan Hashm Farooq Mughal | * ed ik al ry i a',
  'Amit Rahul Sanjay Rajesh Vijay Anil Sunil Priya Anjali Pooja Neha Deepak Manoj Suresh Ramesh Lakshmi Kavita Arjun Vikram Krishnan Venkatesh | Shar Ver Gup Sing Kum Pat Red Nai Iy Men Chat Mukh Baner Bhat Josh Desh Kulkar Agarw Mehr Kapo Malhot Srinivas Subram | ma ta h el dy r er on terjee ni al a or ra an',
  'Chukwuemeka Oluwaseun Adebayo Ngozi Chinedu Ibrahim Musa Aminata Kwame Kofi Abena Emeka Ifeoma Tunde Olufemi Blessing Emmanuel Samuel Grace Mamadou Ousmane | Okaf Adey Okonk Balog Mens Dial Traor Kei Osei Ade Ogun Eze Nwa Obi Chuk Afol Baba Camar Coulib Sow Bangur | or emi wo un ah lo e ta bola leye kwe ma ra aly a',
  'Marko Nikola Stefan Jovan Milan Dragan Zoran Goran Ana Milica Jelena Ivana Dejan Vladimir Aleksandar Slobodan Miroslav Radovan Bojan | Jovan Petr Nikol Mark Đorđ Stojan Ilić Stank Pav Mil Živk Tod Rad Kost Vas Horv Kov Bab Mar Jur Nov Kneže Obrad | ović ić ević ac šević',
  'Jan Piotr Krzysztof Andrzej Tomasz Paweł Marcin Anna Katarzyna Małgorzata Agnieszka Stanisław Zbigniew Wojciech Łukasz Grzegorz Jadwiga | Now Kow Wiśn Wójc Kam Lew Ziel Szym Woźn Dąbr Kozł Jank Mazur Krawcz Kaczm Piotr Grabow Zając Paw Michal Król Wrób | ak alski iewski ik iński andowski owski kiewicz czyk arek',
  'Nguyen-Van Minh Anh Tuan Hung Dung Linh Huong Thanh Hoang Quang Duc Trung Mai Lan Phuong Thao Khanh Bao Long | Nguyen Tran Le Pham Hoang Phan Vu Dang Bui Do Ho Ngo Duong Ly Dinh Truong Lam Trinh Luu Cao | *',
].map((line) => {
  const [forenames = [], roots = [], ends = []] = line.split(' | ').map((part) => part.split(' '))
  return { forenames, roots, ends }
})

const SYLLABLES = 'ba de ki ro ma shi tov lan vek zar mel dor fen ush gri tam nel ork ian'.split(
  ' ',
)

/** Family names outside the common ones: most in many cultures, few in China, Korea and Vietnam. */
const PERCENT_RARE = 50
const PERCENT_RARE_SHORT = 8

export type InventedPerson = { culture: number; names: string[]; birthDate: string }

/** Invents people, the same ones each time: common names are common, and some names are unique. */
export class PeopleInventor {
  #seed: number

  constructor(seed: number) {
    this.#seed = seed
  }

  /** A number from 0 up to the maximum, exclusive (mulberry32). */
  pick(max: number): number {
    this.#seed = (this.#seed + 0x6d2b79f5) | 0
    let bits = Math.imul(this.#seed ^ (this.#seed >>> 15), 1 | this.#seed)
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits
    return Math.floor((((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32) * max)
  }

  /** `cultures` says how many of the cultures occur; the first ones are those of the lists. */
  invent(cultures = CULTURES.length): InventedPerson {
    const culture = this.pick(cultures)
    const { forenames, roots, ends } = CULTURES[culture] as Culture
    const names = [this.#pickCommon(forenames)]
    if (this.pick(3) === 0) names.push(this.#pickCommon(forenames))

    const end = this.#pickCommon(ends).replace('*', '')
    const isRare = this.pick(100) < (ends.length > 1 ? PERCENT_RARE : PERCENT_RARE_SHORT)
    names.push((isRare ? this.#inventWord() : this.#pickCommon(roots)) + end)
    return { culture, names, birthDate: this.#inventDate() }
  }

  /** Early words are more common: the third is a third as common as the first. */
  #pickCommon(common: readonly string[]): string {
    const at = Math.floor(common.length ** (this.pick(1_000_000) / 1_000_000)) - 1
    return common[this.pick(3) === 0 ? this.pick(common.length) : at] ?? ''
  }

  #inventWord(): string {
    const length = 2 + this.pick(2)
    const word = Array.from({ length }, () => SYLLABLES[this.pick(SYLLABLES.length)]).join('')
    return word.charAt(0).toUpperCase() + word.slice(1)
  }

  #inventDate(): string {
    const [year, month, day] = [1942 + this.pick(64), 1 + this.pick(12), 1 + this.pick(28)]
    return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
  }
}
