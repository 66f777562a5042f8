"""The rule book in Turkish."""

TR = {
    "or": "ya da",
    "title.tiles": "Taşlar",
    "title.deal": "Dağıtım",
    "title.turn": "Oyunun akışı",
    "title.melds": "Seri ve küt",
    "title.pairs": "Çift",
    "title.table": "El açmak ve işlemek",
    "title.konkan": "Konkan",
    "title.finish": "Bitmek",
    "title.indicator": "Gösterge",
    "title.score": "Puanlar",
    "title.stock": "Ortada taş bitince",
    "title.match": "Oyunun sonu",
    "title.clock": "Süre",
    "tiles.set": (
        "Okey 106 taşla oynanır: kırmızı, sarı, mavi ve siyah renkte 1'den 13'e kadar sayılar ikişer kez,"
        " bir de iki sahte okey."
    ),
    "tiles.indicator": (
        "Dağıtımdan sonra bir taş gösterge olarak açılır ve oyuna girmez; sahte okey çıkarsa geri konur, "
        "yerine başka bir taş açılır."
    ),
    "tiles.okey.1": (
        "Okey, göstergenin renginde bir büyük sayıdır, 13'ten sonra 1 gelir; iki okey de istenen her "
        "taşın yerine geçer."
    ),
    "tiles.okey.-1": (
        "Okey, göstergenin renginde bir küçük sayıdır, 1'den önce 13 gelir; iki okey de istenen her taşın yerine geçer."
    ),
    "tiles.example": "Örneğin gösterge mavi 9 ise okey mavi {okey} olur.",
    "tiles.false_joker.okey": "Sahte okey her taşın yerine geçmez; yalnız okeyin kendi taşı sayılır.",
    "tiles.false_joker.indicator": "Sahte okey her taşın yerine geçmez; yalnız gösterge taşı sayılır.",
    "tiles.false_joker.wild": (
        "Sahte okey de her taşın yerine geçer; yine de okeye verilen ödül ve cezalarda okey sayılmaz."
    ),
    "deal.players.4.none": "Dört kişi oynar, herkes kendi hesabına.",
    "deal.players.3.none": "Üç kişi oynar, herkes kendi hesabına.",
    "deal.players.2.none": "İki kişi karşılıklı oynar.",
    "deal.players.4.opposite": (
        "Dört kişi iki takım olarak oynar. Eşler karşılıklı oturur, birbirinin ıstakasını görmez."
    ),
    "deal.size": "Herkese {dealt}, başlayana {first} taş dağıtılır; ortada {stock} taş kalır.",
    "deal.starter.after_dealer": "İlk dağıtan kurayla belirlenir, dağıtandan sonraki oyuncu başlar.",
    "deal.starter.dealer": "İlk dağıtan kurayla belirlenir, oyuna dağıtan başlar.",
    "deal.next.rotate": "Her elde başlama sırası bir sonraki oyuncuya geçer.",
    "deal.next.winner": "Eli bitiren sonraki ele başlar; kimse bitmediyse yine aynı oyuncu başlar.",
    "deal.direction.ccw": "Oyun sağa, saat yönünün tersine döner.",
    "deal.direction.cw": "Oyun sola, saat yönünde döner.",
    "turn.take.previous": (
        "Sıran gelince önce ortadan bir taş çeker ya da senden önceki oyuncunun az önce attığı taşı alırsın."
    ),
    "turn.take.shared_top": ("Sıran gelince önce ortadan bir taş çeker ya da atılanların en üstündeki taşı alırsın."),
    "turn.take.any_player": (
        "Sıran gelince önce ortadan bir taş çeker ya da öteki oyunculardan birinin son attığı taşı alırsın."
    ),
    "turn.throw.closed": "Sonra bir taş atarsın ve sıran biter.",
    "turn.throw.open": "Sonra istersen yere taş indirirsin; sıranı bir taş atarak bitirirsin.",
    "turn.starter.closed": "Başlayanın elinde bir taş fazla olduğundan, ilk turunda çekmeden atar.",
    "turn.starter.open": "Başlayanın elinde bir taş fazla olduğundan çekmez, ama ilk turunda el açabilir.",
    "turn.piles.per_player": (
        "Atılan taşlar atanın önünde açık durur: kendi attıklarının ve senden önceki oyuncunun "
        "attıklarının hepsine, ötekilerin yalnız üstteki taşına bakabilirsin."
    ),
    "turn.piles.two": "Atılan taşlar açık durur, ikisinin yığınına da bakılabilir.",
    "turn.piles.shared": "Atılan taşların hepsi tek yığında toplanır, yalnız en üstteki görünür.",
    "turn.taken.free": "Alınan taş elde kalabilir.",
    "turn.taken.if_melding": (
        "Atılan taşı aldığın turda yere bir şey indirirsen, aldığın taş da yere inmek zorundadır."
    ),
    "turn.taken.must": (
        "Atılanlardan alınan taş aynı turda yere inmek zorundadır: açtığın bir perin içinde, işlenerek ya da "
        "bir okeyin yerine konarak."
    ),
    "turn.back.as_discard": "Aldığın taşın kendisini de atabilirsin; bu olağan bir atıştır.",
    "turn.back.undo_then_stock": (
        "Yere bir şey indirmediysen, aldığın taşı geri atarak iade edebilirsin; o zaman ortadan "
        "çekersin ve o taşı bu tur yeniden alamazsın."
    ),
    "turn.back_cost": "İade etmenin cezası {points} puandır.",
    "turn.confirm": "Bitmeden okey atacak olursan oyun önce sana sorar.",
    "melds.run": "Seri, aynı renkten art arda en az üç sayıdır.",
    "melds.one.high": "12-13-1 de seridir, ama 1 seriyi kapatır: 13-1-2 olmaz.",
    "melds.one.no": "1 yalnız 2'den önce gelir: 12-13-1 seri değildir.",
    "melds.longest.open": "Bir seri elden tek parçada en çok {most} taş olarak iner; yerde işlenerek uzar.",
    "melds.longest.closed": "Bir seri en çok {most} taştır; daha uzunu parçalara bölünür.",
    "melds.set.3_4": "Küt, aynı sayıdan, renkleri ayrı üç ya da dört taştır.",
    "melds.set.3": "Küt, aynı sayıdan, renkleri ayrı tam üç taştır.",
    "melds.set.4": "Küt, bir sayının dört renginin hepsidir.",
    "melds.real.0": "Yalnız okeylerden bile seri ya da küt olur.",
    "melds.real.1": "Okey her boşluğu doldurur; yeter ki perde en az bir gerçek taş olsun.",
    "melds.real.2": "Okey her boşluğu doldurur; yeter ki perde en az iki gerçek taş olsun.",
    "melds.real.3": "Okey boşluk doldurur; yeter ki perde en az üç gerçek taş olsun.",
    "melds.leading": "Bir per iki okeyle başlayamaz.",
    "melds.value": "Sayı hesabında okey, yerine geçtiği taş kadar sayılır; 1 her yerde bir sayıdır.",
    "pairs.off": "Bu oyunda çiftle bitilmez.",
    "pairs.rule.identical": "Çift, birbirinin aynı iki taştır; iki sahte okey de çifttir.",
    "pairs.rule.same_number_diff_colour": "Çift, aynı sayıdan, renkleri ayrı iki taştır.",
    "pairs.rule.either": "Çift, aynı sayıdan iki taştır; renkleri aynı da olabilir, ayrı da.",
    "pairs.wild.yes": "Okey her taşla çift olur; iki okey de çifttir.",
    "pairs.wild.no": "Okey çifte girmez.",
    "pairs.twin": "Göstergenin eşi tek başına çift sayılır.",
    "pairs.win.seven": "Yedi çift eli bitirir, ama tek başına: seri ve kütle karıştırılmaz.",
    "pairs.win.mixed": (
        "Çiftler seri ve kütlerin yanında da eli tamamlar; çift bitiş sayılması için elin baştan sona "
        "çift olması gerekir."
    ),
    "pairs.declare": (
        "Sıran gelince çifte gidebilirsin: bunu herkes öğrenir, sen de o andan sonra masada atılan bütün "
        "taşları görürsün."
    ),
    "pairs.locks.closed": "Buna karşılık o elde yalnız çiftle bitebilirsin.",
    "pairs.locks.open": "Buna karşılık o elde yalnız çift açabilirsin.",
    "table.open": (
        "El açmak için bir turda en az {points} sayılık seri ve küt indirmen gerekir; işlenen taşlar hesaba katılmaz."
    ),
    "table.open_any": "İlk kez yere inmeye el açmak denir; el açmak için herhangi bir seri ya da küt yeter.",
    "table.open_pairs": (
        "Bunun yerine en az {pairs} çift de açabilirsin; ama açarken çift, seri ve kütle karıştırılmaz."
    ),
    "table.raised.match_opponents": "Rakiplerden biri daha yüksek açtıysa en az onun kadar açman gerekir.",
    "table.raised.beat_opponents": ("Rakiplerden biri açtıysa en yükseğinden en az bir sayı fazla açman gerekir."),
    "table.raised.beat_highest": (
        "Oyun katlamalıdır: her açış, o elde o güne kadarki en yüksek açıştan en az bir sayı fazla "
        "olmalıdır; yeni elde baştan başlanır."
    ),
    "table.raised_pairs": ("Çift açışlar da aynı biçimde, çift sayısına göre kendi aralarında karşılaştırılır."),
    "table.partner": "Eşin açtıktan sonra, rakipler kaçla açmış olursa olsun, sana {points} sayı yeter.",
    "table.partner_any": "Eşin açtıktan sonra sen herhangi bir seri ya da kütle açabilirsin.",
    "table.elden": "Başka kimse açmamışken bütün elini bir turda seri ve kütlere açıp biten için baraj aranmaz.",
    "table.wrong": "Yanlış açılan taşlar ıstakaya döner; cezası {points} puandır.",
    "table.left": "Yandan alınan taş açılan perlerin içindeyse, onu atana taşın sayısının on katı yazılır.",
    "table.left_pairs": (
        "Yandan alınan taş açılan perlerin içindeyse, onu atana taşın sayısının on katı, çift açıldıysa yirmi "
        "katı yazılır."
    ),
    "table.all_pairs": "Herkes çift açarsa, son açanın sırası bitince (o sırada bitmediyse) el bozulur.",
    "table.after": "El açtıktan sonra, sayısı ne olursa olsun yeni perler indirebilirsin.",
    "table.off_sets": ("Kimin açtığına bakmadan serilerin iki ucuna ve rengi eksik kütlere taş işleyebilirsin."),
    "table.off_runs": "Kimin açtığına bakmadan serilerin iki ucuna taş işleyebilirsin; küte taş işlenmez.",
    "table.pairs_only": (
        "Çift açan bundan sonra yalnız çift indirir; ötekiler ancak biri çift açtıktan sonra çift "
        "indirebilir. Çifte taş işlenmez."
    ),
    "table.pairs_limit": "Seri açan, bir turda en çok {most} çift indirir.",
    "table.off_limit": "Çift açan, bir turda en çok {most} taş işler.",
    "table.swap": ("Seri ya da kütteki bir okeyin yerine geçtiği taş sendeyse, onu yerine koyup okeyi alabilirsin."),
    "table.same_turn.yes": "Bunların hepsini açtığın turda da yapabilirsin.",
    "table.same_turn.no": "Taş işlemek ve okey almak için açtığın turun geçmesini beklersin.",
    "table.keep": "Atmak için elinde hep bir taş kalmalıdır.",
    "konkan.become": (
        "El açmamışken atılan taşı alır ve o turda açmadan taş atarsan Konkan olursun: artık el açamazsın,"
        " ancak bütün elini birden indirerek bitebilirsin."
    ),
    "konkan.finish": ("Konkan, tam {run} taşlık bir seri ile {rest} taşlık bir per indirip son taşını atarak biter."),
    "konkan.finish_longer": (
        "Konkan, en az {run} taşlık bir seri indirir, kalan taşlarını da perlere dizer ({run} taşlık "
        "serinin yanında {rest} taş kalır) ve son taşını atarak biter."
    ),
    "konkan.early": (
        "El açmadan, okey olmayan tek bir taş işleyebilirsin: bu seni Konkan yapar, serinin o ucunu "
        "herkese kapatır ve bitiş için {run} ve {rest} taşlık perler gerektirir."
    ),
    "konkan.early_once": "Zaten Konkan olan da bunu elde bir kez yapabilir; küte işlenirse hiçbir uç kapanmaz.",
    "konkan.early_no": "El açmadan taş işlenmez.",
    "konkan.run_exempt": "Serideki {most} taş sınırı bu seriye uygulanmaz.",
    "konkan.take_none": "Konkan oyuncunun attığı taşı alıp elinde tutan o turda bitmezse elenir.",
    "konkan.take_once": (
        "Konkan oyuncunun attığı taş bir elde bir kez serbestçe alınır; ikincisini alan o turda bitmezse elenir."
    ),
    "konkan.take": (
        "Konkan oyuncuların attığı taşlar bir elde {takes} kez serbestçe alınır; daha fazlasını alan o "
        "turda bitmezse elenir."
    ),
    "konkan.free.konkan": "Serbest alış da, açmazsan seni Konkan yapar.",
    "konkan.free.safe": "Serbest alış seni Konkan yapmaz.",
    "konkan.eliminated": "Elenen o elde bir daha oynamaz, hiç açmamış sayılır ve attığı taşlar alınamaz.",
    "konkan.last": "Geriye tek oyuncu kalırsa tek başına oynamayı sürdürür.",
    "finish.open": "Biri bütün taşlarını yere indirip elindeki son taşı atınca el biter.",
    "finish.closed": "Bir taş artıp öteki {tiles} taşın her biri bir perde yerini bulunca bitebilirsin.",
    "finish.how.declare": (
        "Bitmek için son taşı göstergenin üstüne bırakır ya da Bitir'e basarsın; sıradan bir atış eli bitirmez."
    ),
    "finish.how.declare_or_throw": (
        "Bitmek için son taşı göstergenin üstüne bırakır, Bitir'e basar ya da taşı düpedüz atarsın."
    ),
    "finish.how.auto_on_discard": "Geriye tamamlanmış bir el bırakan her atışla el kendiliğinden biter.",
    "finish.two_press": (
        "Bitir düğmesine ilk basışta atılacak taş gösterilir, okey atarak bitilebiliyorsa okey seçilir; "
        "ikinci basış eli bitirir."
    ),
    "finish.first.yes": "Başlayan daha ilk atışıyla bitebilir.",
    "finish.first.no": "Başlayan, taş çekmeden bitemez.",
    "finish.wrong": ('Yanlış "bitti"nin cezası {points} puandır; taş ıstakana döner, yine de bir taş atman gerekir.'),
    "finish.wrong.free": 'Yanlış "bitti" cezasız geri çevrilir: taşlarını düzeltip oyuna devam edersin.',
    "finish.okey": "Bitmeden okey atmanın cezası {points} puandır.",
    "finish.okey.free": "Okey de öteki taşlar gibi cezasız atılabilir.",
    "finish.playable": (
        "Yerdeki bir pere işlenebilen taşı, yani işlek taşı atmanın cezası {points} puandır; elini "
        "bitiren taşa ceza yazılmaz."
    ),
    "finish.once": "Attığın okey aynı zamanda işlekse ceza bir kez yazılır.",
    "indicator.dealt": (
        "Göstergenin eşi sana dağıtıldıysa, ilk kez çekmeden (başlıyorsan ilk taşını atmadan) önce bir "
        "kez gösterebilirsin."
    ),
    "indicator.drawn": (
        "Göstergenin eşi dağıtımda ya da ilk çekişinde geldiyse, ilk taşını atmadan önce bir kez gösterebilirsin."
    ),
    "indicator.cost": "Her rakibe {points} puana mal olur.",
    "indicator.cost_blue": "Gösterge maviyse her rakibe {points} puana mal olur.",
    "indicator.at_once": "El nasıl biterse bitsin, puan hemen düşülür.",
    "indicator.hand_end": "Puan el sonunda, kimse bitmese de düşülür.",
    "score.start": "Herkes {points} puanla başlar.",
    "score.choices": "Masa kurulurken {points} seçilebilir.",
    "score.countdown": "Biten, her rakipten puan düşer.",
    "score.shared": "Eşlerin puanı ortaktır.",
    "score.losses": "Düz bitiş {normal}, okey atarak bitiş {okey} puan düşürür.",
    "score.losses_pairs": "Çiftle bitiş {pairs}, çift gidip okey atarak bitiş {both} puan düşürür.",
    "score.dearer": "Hem yedi çift hem de seri ve küt olan el, hangisi pahalıysa ondan sayılır.",
    "score.false_joker": "Son taş olarak sahte okey atmanın ayrı bir değeri yoktur.",
    "score.example": ("Örneğin herkesin puanı {start} iken birinci oyuncu okey atarak biterse puanlar {scores} olur."),
    "score.blue": "Bu örnekte gösterge mavidir.",
    "score.low": "Yazılan puanlar aleyhinedir: az olan iyidir.",
    "score.added": "Eşlerin yazdıkları toplanır.",
    "score.winner": "Bitene {points} yazılır.",
    "score.partner.wiped": "Bitenin eşine yalnız cezaları yazılır.",
    "score.partner.writes": "Bitenin eşine de rakipler gibi yazılır.",
    "score.opened.rack": "El açmış olup bitemeyene, ıstakasında kalan bütün taşların sayısı yazılır.",
    "score.opened.deadwood": (
        "El açmış olup bitemeyene, ıstakasında hiçbir seri ve küte girmeyen taşların sayısı yazılır."
    ),
    "score.loser.rack": "Bitemeyene, dizili olsun olmasın ıstakasındaki bütün taşların sayısı yazılır.",
    "score.loser.deadwood": ("Bitemeyene, en ucuz dizilişte hiçbir seri ve küte girmeyen taşların sayısı yazılır."),
    "score.okey_face": "Elde kalan okey üstündeki sayı kadar, sahte okey yerine geçtiği taş kadar sayılır.",
    "score.okey_left": "Elde kalan okey {points} sayılır, sahte okey yerine geçtiği taş kadar.",
    "score.okey_taken": "Atılanlardan ya da yerdeki perden alınmış okey kalırsa {points} sayılır.",
    "score.okey_extra": "Bundan başka, elde kalan her okey için {points} puan ceza yazılır; bu ceza hiç katlanmaz.",
    "score.unopened": "Hiç açmamış olana, elinde ne olursa olsun {points} yazılır.",
    "score.unopened_rack": "Hiç açmamış olana da elinde kalanlar yazılır.",
    "score.declared": "Çifte gidip açamayana bunun yerine {points} yazılır.",
    "score.pairs_opener": "Çift açanın elinde kalanlar {factor} kat sayılır.",
    "score.konkan": "Konkan oyuncu biterse bütün bu puanlar {factor} kat yazılır.",
    "score.doubles.okey": "Okey atarak bitiş bunların hepsini ikiye katlar.",
    "score.doubles.okey_pairs": "Okey atarak bitiş bunların hepsini ikiye katlar; çiftle bitiş de öyle.",
    "score.doubles.okey_elden": (
        "Okey atarak bitiş bunların hepsini ikiye katlar; elden bitmek, yani başka kimse açmamışken bir "
        "turda açıp bitmek de öyle."
    ),
    "score.doubles.okey_pairs_elden": (
        "Okey atarak bitiş bunların hepsini ikiye katlar; çift açanın bitişi de, elden bitmek, yani başka"
        " kimse açmamışken bir turda açıp bitmek de öyle."
    ),
    "score.stack": "Birkaçı bir araya gelirse katlar çarpılır.",
    "score.single": "Birkaçı bir araya gelse de yalnız bir kez katlanır.",
    "score.penalties": "Cezalar üstüne eklenir, katlanmaz.",
    "example.opened": (
        "Örnek: birinci oyuncu biter. İkincisi açmıştır, elinde kırmızı 4 ile siyah 6 kalmıştır: {points}."
    ),
    "example.unopened": "Üçüncüsü hiç açmamıştır, elinde siyah 12 ile sarı 8 vardır: {points}.",
    "example.unopened_partner": (
        "Üçüncüsü bitenin eşidir ve hiç açmamıştır, elinde siyah 12 ile sarı 8 vardır: {points}."
    ),
    "example.pairs": "Dördüncüsü çift açmıştır, elinde siyah 12 ile sarı 8 kalmıştır: {points}.",
    "example.opened_too": "Dördüncüsü de açmıştır, elinde siyah 12 ile sarı 8 kalmıştır: {points}.",
    "example.okey": "İkincinin elinde bunlar yerine bir okey ile kırmızı 3 kalsaydı {points} yazılırdı.",
    "example.closed": (
        "Örnek: birinci oyuncu biter; ötekilerin her birinde kırmızı 1, 2, 3, 4, mavi, sarı ve siyah 5, "
        "bir de değişik renklerde 13, 11, 9, 8, 7, 6 ve 2 kalmıştır: {points}."
    ),
    "example.sheet": "Puanlar {scores} olur.",
    "example.sheet_okey": "Son taş okey olsaydı {scores} olurdu.",
    "example.sheet_pairs": "Hem çift hem okeyle bitilseydi {scores} olurdu.",
    "example.sheet_elden": "Hem okeyle hem elden bitilseydi {scores} olurdu.",
    "example.sheet_konkan": "Biten Konkan olsaydı {scores} olurdu.",
    "colour.red_black": "Gösterge kırmızı ya da siyahsa her şey iki kat sayılır, sarı ya da maviyse bir kat.",
    "colour.table": (
        "Göstergenin rengi her şeyi katlar: sarı {yellow}, mavi {blue}, kırmızı {red}, siyah {black} kat."
    ),
    "colour.penalties_too": "Cezalar ve gösterge puanı da buna dahildir.",
    "colour.not_penalties": "Yalnız cezalar olduğu gibi kalır.",
    "colour.example": "Gösterge kırmızı olsaydı örnekteki puanlar {scores} olurdu.",
    "stock.when.turn_start": "Sıra yeni oyuncuya geçtiğinde ortada taş kalmamışsa taşlar bitmiş demektir.",
    "stock.when.on_draw": (
        "Biri çekmek isteyip de ortada taş bulamayınca taşlar bitmiş demektir; o ana kadar atılan taş alınabilir."
    ),
    "stock.when.after_last_discard": ("Son taşı çeken sırasını sonuna kadar oynar; onun atışıyla taşlar bitmiş olur."),
    "stock.void": "O zaman kimse kazanmaz, başka puan yazılmaz.",
    "stock.indicator": "O zaman kimse kazanmaz, yalnız gösterilmiş gösterge düşülür.",
    "stock.reshuffle_once": (
        "O zaman atılan taşlar, sonuncusu dışında, karılıp ortaya konur; bu bir elde bir kez yapılır. "
        "Taşlar yine biterse el iptal olur."
    ),
    "stock.reshuffle": (
        "O zaman atılan taşlar, sonuncusu dışında, karılıp ortaya konur; bu bir elde en çok {times} kez "
        "yapılır. Taşlar bir daha biterse el iptal olur."
    ),
    "stock.score_all": ("O zaman el biter: herkese, bir başkası bitmiş gibi yazılır, ama bitenin puanını kimse almaz."),
    "stock.score_none": "O zaman el biter ve oynanmış sayılır; düşülmemiş gösterge varsa düşülür.",
    "stock.counts.yes": "Bozulan el de oynanmış sayılır.",
    "stock.counts.no": "Bozulan el sayılmaz, yeniden dağıtılır.",
    "match.end.single": "Oyun tek elliktir.",
    "match.end.n_hands": "Oyun {hands} el sürer.",
    "match.end.score_zero": "Bir puanı sıfıra ya da altına indiren elle oyun biter.",
    "match.end.five_plus_determine": "Oyun {hands} el ve bir Belirleme eli (Determine) sürer.",
    "match.choices": "Masa kurulurken {hands} el seçilebilir.",
    "match.series": "Masa kurulurken bunun yerine {hands} ellik bir dizi seçilebilir.",
    "match.determine": (
        "Belirleme elinde (Determine) toplamı kötü olan taraf baştan Konkandır; toplamlar eşitse herkes Konkan başlar."
    ),
    "match.best.high.none": "En yüksek puanlı oyuncu kazanır.",
    "match.best.high.opposite": "Puanı yüksek olan takım kazanır.",
    "match.best.low.none": "Toplamı en düşük olan kazanır.",
    "match.best.low.opposite": "Toplamı düşük olan takım kazanır.",
    "match.ties": "En önde eşit kalanlar galibiyeti paylaşır.",
    "clock.none": "Süre sınırı yoktur.",
    "clock.turn": (
        "İnsanlara karşı, çekişten atışa bir tur {seconds} saniye sürebilir; bilgisayara karşı süre yoktur."
    ),
    "clock.reserve": "Ayrıca herkesin bütün oyun için {seconds} saniye yedek süresi vardır.",
    "clock.out": "Süre dolunca oyun senin yerine ortadan çeker ve o taşı atar; okey atmaz, ceza da yazmaz.",
}
