enum CampaignCatalogue {
    static var all: [any Campaign.Type] {
        [
            FaultCampaign.self, PowerCampaign.self, KillCampaign.self, DamageCampaign.self, HostileCampaign.self,
            RepairCampaign.self, CrowdCampaign.self,
        ]
    }

    static func campaign(_ name: String) -> (any Campaign.Type)? { all.first { $0.name == name } }
}
