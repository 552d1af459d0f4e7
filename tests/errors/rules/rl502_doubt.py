# doubts that are not written as such
late = harbour.doubt(late_it_is=yes("it is late"))

dark = harbour.doubt("is it dark?", it_is=True, it_is_not="no")

cold = harbour.doubt("is it cold?", it_is_cold=yes("", default=True), it_is_warm=no(["warm"]))

wet = harbour.doubt("is it wet?", it_is_wet=yes("it rains", clause="4.2"), it_is_dry=no("no rain", cite="4.2"))

calm = CALM.doubt("is it calm?", it_is_calm=yes("no wind"))

far = harbour.doubt("is it far?")

near = harbour.doubt("is it near?", it_is_near=yes("a mile"), it_is_not_near=no("two miles"))

deep = harbour.doubt(
    "is it deep?",
    it_is_deep=yes("a fathom", default=True),
    it_is_shallow=no("a foot", default=True, cite=("4.2",)),
    near=no("less"),
)
